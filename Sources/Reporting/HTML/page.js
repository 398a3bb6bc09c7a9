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
  const status = () => {
    const element = make("p", { className: "status" });
    element.setAttribute("role", "status");
    return element;
  };
  const option = (value, text = value) => make("option", { value, textContent: text });

  // The address says what is shown: #delete=Trip&step=2&variant=batch, #cell=…, #filter&effect=denied.
  const decoded = (text) => {
    try { return decodeURIComponent(text); } catch { return ""; }
  };
  const replace = (hash) => history.replaceState(null, "", "#" + hash);

  // Where a picture is wider than its room, the box that it is about comes into sight.
  const reveal = (box) => {
    const room = box?.closest(".scroll");
    if (!room || room.scrollWidth <= room.clientWidth) return;
    const frame = box.getBBox();
    room.scrollLeft = frame.x + frame.width / 2 - room.clientWidth / 2;
  };

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
      const tools = make("div", { className: "tools" }, [...this.choices, ...this.buttons, this.status]);
      tools.setAttribute("role", "group");
      tools.setAttribute("aria-label", "play the delete step by step");
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
      this.choices.forEach((each, index) => each.setAttribute("aria-pressed", String(index === variant)));
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
      const isAtEnd = this.step >= items.length - 1;
      this.buttons.forEach((each, index) => {
        each.setAttribute("aria-disabled", String(index < 2 ? this.step === 0 : index === 3 && isAtEnd));
      });
      this.buttons[2].textContent = isAtEnd ? "play from the start ›" : "next ›";
      reveal(part.querySelector(".asked"));
      const item = items[this.step];
      this.status.textContent = item ? `${this.step} of ${items.length - 1}: ${item.textContent}` : "";
    }
  }

  const player = (article) => {
    if (!players.has(article)) players.set(article, new Player(article));
    return players.get(article);
  };

  let chooser = null;
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
    const search = make("input", { type: "search", autocomplete: "off", spellcheck: false });
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      const found = deletes.find((each) => each.dataset.entity.toLowerCase() === wanted)
        ?? deletes.find((each) => each.dataset.entity.toLowerCase().startsWith(wanted))
        ?? deletes.find((each) => each.dataset.entity.toLowerCase().includes(wanted));
      if (wanted && found) { choose(found); replace(found.id); }
      answer.textContent = wanted && !found ? "no entity of that name" : "";
    });
    const answer = status();
    document.querySelector(".plays").before(make("div", { className: "tools" },
      [labelled("Step through deleting", chooser), labelled("or search", search), answer]));
  }

  // A model: search, and the neighbourhood of an entity.
  for (const model of all("article.model")) {
    for (const picture of all("svg", model)) reveal(picture.querySelector(".n"));
    for (const part of all("details.part", model)) {
      part.addEventListener("toggle", () => reveal(part.querySelector(".n")));
    }
    const boxes = all(".n", model).filter((box) => !box.matches(".cluster"));
    const lines = all(".l[data-ends]", model);
    const names = [...new Set(boxes.map((box) => box.dataset.name))];
    if (names.length < 3) continue;
    const search = make("input", { type: "search", autocomplete: "off", spellcheck: false });
    const around = make("select", {}, [option("", "everything"), ...names.map((name) => option(name, "around " + name))]);
    const show = () => {
      const wanted = search.value.toLowerCase();
      const near = new Set([around.value]);
      for (const line of lines) {
        const ends = JSON.parse(line.dataset.ends);
        if (ends.includes(around.value)) ends.forEach((end) => near.add(end));
      }
      for (const box of boxes) {
        const isFound = wanted !== "" && box.dataset.name.toLowerCase().includes(wanted);
        box.classList.toggle("found", isFound);
        box.classList.toggle("far", around.value !== "" && !near.has(box.dataset.name));
        const part = box.closest("details.part");
        const isMeant = isFound || box.dataset.name === around.value;
        if (part && isMeant && !box.matches(".outside")) part.open = true;
      }
      for (const line of lines) {
        const ends = JSON.parse(line.dataset.ends);
        line.classList.toggle("far", around.value !== "" && !ends.includes(around.value));
      }
    };
    const answer = status();
    search.addEventListener("input", () => {
      show();
      const found = boxes.find((box) => box.matches(".found:not(.outside)"));
      found?.scrollIntoView({ block: "center", inline: "center" });
      answer.textContent = search.value && !found ? "no entity of that name" : "";
    });
    around.addEventListener("change", show);
    const parts = all("details.part", model);
    const unfold = make("button", { type: "button", textContent: "open all groups" });
    unfold.addEventListener("click", () => {
      const isOpening = parts.some((part) => !part.open);
      parts.forEach((part) => { part.open = isOpening; });
      unfold.textContent = isOpening ? "close all groups" : "open all groups";
    });
    model.querySelector("h2").after(make("div", { className: "tools" },
      [labelled("Find an entity", search), labelled("Show", around), ...(parts.length ? [unfold] : []), answer]));
  }

  // The matrix: which cells are shown.
  const cells = all("article.cell");
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
    const [first, last] = text.split("-").map(Number);
    return eras.slice(first, last + 1);
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
      if (effect || release) isShown = isShown && fitting.length > 0;
      for (const each of outcomes.get(cell)) each.outcome.hidden = Boolean(release) && !each.releases.includes(release);
      cell.hidden = !isShown;
      count += isShown ? 1 : 0;
    }
    for (const pairing of all(".pairing")) pairing.hidden = !pairing.querySelector("article.cell:not([hidden])");
    return count;
  };
  let counted = null;
  const count = () => { counted.textContent = `${filter()} of ${cells.length} cells`; };
  if (cells.length > 1) {
    const tools = make("div", { className: "tools" });
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
    const parameters = new Map(hash.split("&").map((part) => {
      const [key, ...rest] = part.split("=");
      return [key, rest.join("=")];
    }));
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
    if (target?.matches("article.delete")) {
      const variant = parameters.get("variant");
      const index = player(target).variants.findIndex((each) => each.dataset.variant === variant);
      const step = parameters.get("step");
      choose(target, Math.max(index, 0), step === undefined ? Infinity : Number.parseInt(step, 10) || 0);
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
      choose(deletes.reduce((best, each) => weight(each) > weight(best) ? each : best), 0, 0);
    }
  };
  addEventListener("hashchange", () => follow(false));
  follow(true);
})();
