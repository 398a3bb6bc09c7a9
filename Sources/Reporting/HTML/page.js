"use strict";
// What is written here is read and played: the page holds every word and picture, and this hides and shows them.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, properties = {}, children = []) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const labelled = (text, control) => make("label", {}, [text, control]);
  const status = () => make("p", { className: "status", role: "status" });
  const option = (value, text = value) => make("option", { value, textContent: text });
  const searching = () => make("input", { type: "search", autocomplete: "off", spellcheck: false });
  const toolbar = (children, ariaLabel) =>
    make("div", { className: "tools", ...(ariaLabel && { role: "group", ariaLabel }) }, children);

  // The address says what is shown: #delete=Trip&step=2&variant=batch, #cell=…, #filter&effect=denied.
  const decoded = (text) => {
    try { return decodeURIComponent(text); } catch { return ""; }
  };
  const replace = (hash) => history.replaceState(null, "", "#" + hash);

  // Where a picture is larger than its room, the box that it is about comes into sight.
  const reveal = (box) => {
    const room = box?.closest(".scroll");
    if (!room) return;
    const frame = box.getBBox();
    room.scrollLeft = frame.x + frame.width / 2 - room.clientWidth / 2;
    room.scrollTop = frame.y + frame.height / 2 - room.clientHeight / 2;
  };

  // Paths may break between folders, and what is still long at its marks or capitals.
  const pieces = (name) => name.split(/(?<=\/)/).flatMap((part) => part.length < 32 ? part
    : part.split(/(?<=[_.+])(?=\w)|(?<=[a-z])(?=[A-Z])/));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const long = [];
  while (texts.nextNode()) if (/\S{32}/.test(texts.currentNode.data)) long.push(texts.currentNode);
  for (const text of long.filter((each) => !each.parentElement.closest("script, svg, pre"))) {
    text.replaceWith(...text.data.split(/(\S{32,})/).flatMap((part, index) =>
      index % 2 ? pieces(part).flatMap((piece) => [piece, make("wbr")]) : part));
  }

  // On a phone, a legend is as high as the window.
  if (innerWidth < 640) for (const each of all(".legend")) each.open = false;

  const deletes = all("article.delete");
  const players = new Map();

  class Player {
    constructor(article) {
      this.article = article;
      this.variants = all(".variant", article);
      this.step = 0;
      this.variant = 0;
      this.buttons = [["« first", -Infinity], ["‹ back", -1], ["next ›", 1], ["last »", Infinity]]
        .map(([text, by]) => {
          const button = make("button", { type: "button", textContent: text });
          button.addEventListener("click", () => this.go(by === 1 && this.isAtEnd ? 0 : this.step + by));
          return button;
        });
      this.choices = this.variants.length < 2 ? [] : this.variants.map((variant, index) => {
        const button = make("button", { type: "button", textContent: variant.dataset.title });
        button.addEventListener("click", () => { this.variant = index; this.go(Infinity); });
        return button;
      });
      this.status = status();
      const tools = toolbar([...this.choices, ...this.buttons, this.status], "play the delete step by step");
      this.variants[0].before(tools);
      tools.hidden = this.choices.length === 0 && all(".steps > li", article).length < 2;
      article.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
        const scrolls = event.target.closest(".scroll");
        if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        if (scrolls && scrolls.scrollWidth > scrolls.clientWidth) return;
        event.preventDefault();
        this.go(this.step + by);
      });
    }
    get isAtEnd() { return this.step >= this.items.length - 1; }
    get items() { return all(".steps > li", this.variants[this.variant]); }
    go(step) {
      this.show(this.variant, step);
      replace(this.article.id + (this.variant ? "&variant=" + this.variants[this.variant].dataset.variant : "")
        + "&step=" + this.step);
    }
    show(variant, step) {
      this.variant = variant;
      this.variants.forEach((each, index) => { each.hidden = index !== variant; });
      this.choices.forEach((each, index) => { each.ariaPressed = index === variant; });
      const items = this.items;
      this.step = Math.max(0, Math.min(step, items.length - 1));
      const part = this.variants[variant];
      part.classList.add("playing");
      for (const each of all("[data-step]", part)) {
        const own = Number(each.dataset.step);
        each.classList.toggle("later", own > this.step);
        each.classList.toggle("now", own === this.step);
      }
      // Not disabled: whoever pressed one would lose the keys.
      const { isAtEnd } = this;
      this.buttons.forEach((each, index) => {
        each.ariaDisabled = index < 2 ? this.step === 0 : index === 3 && isAtEnd;
      });
      this.buttons[2].textContent = isAtEnd ? "play from the start ›" : "next ›";
      reveal(part.querySelector(".asked"));
      const item = items[this.step];
      const word = item?.querySelector(".kind").textContent;
      this.status.textContent = item ? `${this.step} of ${items.length - 1} – ${word}:${item.textContent.slice(word.length)}` : "";
    }
  }

  const player = (article) => {
    if (!players.has(article)) players.set(article, new Player(article));
    return players.get(article);
  };

  let chooser = null;
  // At first, a delete is shown as a whole.
  const choose = (article, variant = 0, step = Infinity) => {
    for (const each of deletes) each.hidden = each !== article;
    player(article).show(variant, step);
    if (chooser) chooser.value = article.id;
  };

  if (deletes.length > 1) {
    const models = new Set(deletes.map((each) => each.dataset.model));
    chooser = make("select", {}, deletes.map((each) => option(each.id,
      models.size > 1 ? `${each.dataset.entity} (${each.dataset.model})` : each.dataset.entity)));
    chooser.addEventListener("change", () => {
      choose(document.getElementById(chooser.value));
      replace(chooser.value);
    });
    const search = searching();
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      const first = (fits) => deletes.find((each) => fits(each.dataset.entity.toLowerCase()));
      const found = first((name) => name === wanted) ?? first((name) => name.startsWith(wanted))
        ?? first((name) => name.includes(wanted));
      if (wanted && found) { choose(found); replace(found.id); }
      answer.textContent = wanted && !found ? "no entity of that name" : "";
    });
    const answer = status();
    document.querySelector(".plays").before(toolbar(
      [labelled("Step through deleting", chooser), labelled("or search", search), answer]));
  }

  // A place that no service shows is copied, to be opened in an editor.
  for (const place of all(".place")) {
    const copy = make("button", { type: "button", className: "copy" });
    const say = (word) => {
      copy.textContent = word;
      copy.ariaLabel = `${word} ${place.textContent}`;
    };
    say("copy");
    copy.addEventListener("click", () => {
      getSelection().selectAllChildren(place);
      navigator.clipboard?.writeText(place.textContent).then(() => say("copied"), () => {});
    });
    place.after(" ", copy);
  }

  // The findings that have a word, an entity or a file.
  const findings = all("article.finding");
  if (findings.length > 5) {
    const search = searching();
    const answer = status();
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      for (const each of findings) each.hidden = !each.textContent.toLowerCase().includes(wanted);
      for (const group of all("details.group")) group.hidden = !group.querySelector("article.finding:not([hidden])");
      const count = findings.filter((each) => !each.hidden).length;
      answer.textContent = wanted ? `${count} of ${findings.length} findings` : "";
    });
    document.querySelector("details.group").before(toolbar([labelled("Filter the findings", search), answer]));
  }

  // A picture of a model: larger and smaller, dragged by the mouse, and with the neighbours of a box.
  const explore = (room) => {
    const picture = room.querySelector("svg");
    const width = Number(picture.getAttribute("width"));
    const fitting = () => Math.min(1, room.clientWidth / width);
    let scale = 1;
    const zoom = (to) => {
      const middle = (room.scrollLeft + room.clientWidth / 2) / scale;
      scale = Math.max(fitting(), Math.min(to, 4));
      picture.style.width = scale === 1 ? "" : `${width * scale}px`;
      picture.style.height = scale === 1 ? "" : "auto";
      room.scrollLeft = middle * scale - room.clientWidth / 2;
    };
    const button = (text, ariaLabel, to) => {
      const made = make("button", { type: "button", textContent: text, ariaLabel });
      made.addEventListener("click", () => zoom(to()));
      return made;
    };
    const tools = toolbar([
      button("+", "larger", () => scale * 1.25), button("−", "smaller", () => scale / 1.25),
      button("fit", "fit the picture into the page", fitting)], "size of the picture");
    tools.classList.add("zoom");
    room.before(tools);
    let from = null;
    room.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from = { x: event.clientX + room.scrollLeft, y: event.clientY + scrollY, hasMoved: false };
    });
    room.addEventListener("pointermove", (event) => {
      if (event.buttons === 0) from = null;
      if (!from) return;
      const left = from.x - event.clientX;
      from.hasMoved ||= Math.abs(left - room.scrollLeft) > 4;
      if (!from.hasMoved) return;
      // What leaves the picture is still of this drag.
      room.setPointerCapture(event.pointerId);
      room.scrollLeft = left;
    });
    // A drag that ends on a box is no click on it.
    room.addEventListener("click", (event) => { if (from?.hasMoved) event.preventDefault(); }, true);
    room.addEventListener("pointerup", () => { setTimeout(() => { from = null; }); });
    picture.addEventListener("dragstart", (event) => event.preventDefault());

    const lines = all(".l[data-ends]", picture).map((line) => [line, JSON.parse(line.dataset.ends)]);
    const boxes = all(".n", picture);
    const mark = (name) => {
      const near = new Set([name]);
      for (const [line, ends] of lines) {
        const isNear = ends.includes(name);
        if (isNear) ends.forEach((end) => near.add(end));
        line.classList.toggle("far", name !== null && !isNear);
      }
      for (const box of boxes) box.classList.toggle("far", name !== null && !near.has(box.dataset.name));
    };
    const box = (event) => (event.target.matches("a") ? event.target : event.target.closest(".n"))
      ?.closest("a, .n");
    const name = (found) => found ? (found.matches(".n") ? found : found.querySelector(".n")).dataset.name : null;
    // Not at the picture: where it listens for the focus, it would take it.
    for (const kind of ["pointerover", "focusin"]) room.addEventListener(kind, (event) => mark(name(box(event))));
    for (const kind of ["pointerleave", "focusout"]) room.addEventListener(kind, () => mark(null));
    // Labels stay legible: below that, the picture scrolls.
    if (fitting() > 0.91) zoom(fitting());
    reveal(picture.querySelector(".asked, .n"));
  };

  // A model: search, and the neighbourhood of an entity.
  for (const model of all("article.model")) {
    const rooms = all(".scroll:has(> svg)", model);
    rooms.forEach(explore);
    for (const part of all("details.part", model)) {
      part.addEventListener("toggle", () => reveal(part.querySelector(".n")));
    }
    const surroundings = new Map(all("template.around", model).map((each) => [each.dataset.name, each]));
    if (surroundings.size === 0) continue;
    const boxes = all(".n", model).filter((box) => !box.matches(".cluster"));
    const search = searching();
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      for (const box of boxes) {
        const isFound = wanted !== "" && box.dataset.name.toLowerCase().includes(wanted);
        box.classList.toggle("found", isFound);
        const part = box.closest("details.part");
        if (part && isFound && !box.matches(".outside")) part.open = true;
      }
      const found = boxes.find((box) => box.matches(".found:not(.outside)"));
      found?.scrollIntoView({ block: "center", inline: "center" });
      answer.textContent = search.value && !found ? "no entity of that name" : "";
    });
    const whole = make("div", { className: "whole" });
    const shown = make("div", { hidden: true });
    const around = make("select", {},
      [option("", "everything"), ...[...surroundings.keys()].map((name) => option(name, "around " + name))]);
    around.addEventListener("change", () => {
      const chosen = surroundings.get(around.value);
      whole.hidden = Boolean(chosen);
      shown.hidden = !chosen;
      shown.replaceChildren(...(chosen ? [chosen.content.cloneNode(true)] : []));
      all(".scroll", shown).forEach(explore);
    });
    const answer = status();
    const parts = all("details.part", model);
    const unfold = make("button", { type: "button", textContent: "open all groups" });
    unfold.addEventListener("click", () => {
      const isOpening = parts.some((part) => !part.open);
      parts.forEach((part) => { part.open = isOpening; });
      unfold.textContent = isOpening ? "close all groups" : "open all groups";
    });
    const title = model.querySelector(":scope > .legend") ?? model.querySelector("h2");
    whole.append(...all(":scope > p:not(.alone), :scope > .scroll, :scope > .tools, :scope > details.part", model));
    title.after(toolbar([labelled("Find an entity", search), labelled("Show", around), ...(parts.length ? [unfold] : []), answer]),
    whole, shown);
  }

  // The matrix: which cells are shown.
  const cells = all("article.cell");
  // What is out of sight is not drawn; the scrollbar goes by this: the pictures, and the words beside them.
  for (const cell of cells) {
    const drawn = all("svg", cell).reduce((sum, picture) => sum + Number(picture.getAttribute("height")), 0);
    cell.style.containIntrinsicBlockSize = `auto ${drawn + 200}px`;
  }
  const filters = {
    pairing: (cell) => [cell.closest(".pairing").dataset.pairing],
    rule: (cell) => cell.dataset.rules.split(" ").filter((rule) => rule && rule !== "–"),
    effect: null,
    framework: (cell) => [cell.closest(".pairing").dataset.framework],
    release: null,
    evidence: (cell) => cell.dataset.evidence.split(" "),
    verdict: (cell) => [cell.dataset.verdict],
  };
  const eras = document.querySelector(".cells")?.dataset.releases.split("|").filter(Boolean) ?? [];
  const span = (text) => {
    if (!text) return [];
    const [from, to] = text.split("-");
    return eras.slice(from, +to + 1);
  };
  const outcomes = new Map(cells.map((cell) => [cell, all(".outcome", cell).map((outcome) => ({
    effect: outcome.dataset.effect, releases: span(outcome.dataset.releases), outcome }))]));
  const controls = {};
  const filter = () => {
    let count = 0;
    for (const cell of cells) {
      let isShown = Object.entries(filters).every(([name, values]) =>
        !values || !controls[name] || !controls[name].value || values(cell).includes(controls[name].value));
      const [effect, release] = [controls.effect?.value, controls.release?.value];
      const fitting = outcomes.get(cell).filter((each) =>
        (!effect || each.effect === effect) && (!release || each.releases.includes(release)));
      if (effect || release) isShown &&= fitting.length > 0;
      for (const each of outcomes.get(cell)) each.outcome.hidden = Boolean(release) && !each.releases.includes(release);
      cell.hidden = !isShown;
      count += isShown ? 1 : 0;
    }
    const isChosen = Object.values(controls).some((control) => control.value);
    for (const pairing of all(".pairing")) {
      pairing.hidden = !pairing.querySelector("article.cell:not([hidden])");
      const folded = pairing.querySelector(":scope > details");
      if (folded && isChosen) folded.open = !pairing.hidden;
    }
    return count;
  };
  let counted = null;
  const count = () => { counted.textContent = `${filter()} of ${cells.length} cells`; };
  if (cells.length > 1) {
    const tools = toolbar([]);
    for (const name of Object.keys(filters)) {
      const values = new Set(cells.flatMap((cell) => filters[name] ? filters[name](cell)
        : outcomes.get(cell).flatMap((each) => name === "effect" ? [each.effect] : each.releases)));
      if (values.size < 2) continue;
      controls[name] = make("select", {}, [option("", "any"), ...[...values].map((value) => option(value))]);
      controls[name].addEventListener("change", () => {
        count();
        const chosen = Object.entries(controls).filter(([, control]) => control.value)
          .map(([key, control]) => `&${key}=${encodeURIComponent(control.value)}`);
        replace("filter" + chosen.join(""));
      });
      tools.append(labelled(name, controls[name]));
    }
    counted = status();
    tools.append(counted);
    document.querySelector(".cells").before(tools);
    count();
  }

  const follow = (isFirst) => {
    const hash = location.hash.slice(1);
    const parameters = new Map(hash.split("&").map((part) => part.split(/=(.*)/)));
    if (parameters.has("filter") && counted) {
      for (const [name, control] of Object.entries(controls)) {
        const value = decoded(parameters.get(name) ?? "");
        control.value = [...control.options].some((each) => each.value === value) ? value : "";
      }
      return count();
    }
    const own = hash.replace(/&(step|variant)=[^&]*/g, "");
    const target = document.getElementById(own);
    // What is folded opens: what the target is in, and what it has in one line.
    const inside = target?.querySelector(":scope > details:only-of-type");
    for (let each = inside ?? target?.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
    // The counts at the top are filters, too.
    if (target?.matches("details.group")) {
      for (const each of all("details.group")) each.open = each === target;
    }
    if (target?.matches("article.delete")) {
      const variant = parameters.get("variant");
      const index = player(target).variants.findIndex((each) => each.dataset.variant === variant);
      choose(target, Math.max(index, 0), parseInt(parameters.get("step") ?? 999, 10) || 0);
      target.scrollIntoView();
    } else if (target?.matches("article.cell") && target.hidden) {
      for (const control of Object.values(controls)) control.value = "";
      count();
      target.scrollIntoView();
    } else if (target && !target.matches("section:not(:has(> details:only-of-type))")) {
      target.scrollIntoView();
    }
    if (isFirst && deletes.length && !target?.matches("article.delete")) {
      // At its start, the delete in the code with the most harm, or else with the most steps.
      const weight = (each) => {
        const steps = all(".steps > li", each.querySelector(".variant"));
        const harm = steps.filter((step) => step.matches(".refuses, .dangling, .crashes"));
        return steps.length + 100 * harm.length + (each.querySelector(".calls") ? 10000 : 0);
      };
      choose(deletes.reduce((best, each) => weight(each) > weight(best) ? each : best));
    }
  };
  addEventListener("hashchange", () => follow(false));
  follow(true);
})();
