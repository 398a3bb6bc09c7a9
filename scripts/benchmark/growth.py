"""The picture of how the cost of a delete grows with the number of objects, as SVG."""

import math

from measuring import Measurement, spread

WORKLOAD = "W3R"
SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
WIDTH, HEIGHT = 740, 520
LEFT, RIGHT, TOP, BOTTOM = 76, 640, 64, 464
# Of middling lightness, so that they show on white and on black.
COLOURS = ("#e4572e", "#2a9d8f", "#8a8d91", "#4a86e8", "#b07cd8", "#c99a1b")
STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #24292f; }
  .title { font-size: 16px; font-weight: 600; }
  .faint { fill: #57606a; }
  .grid { stroke: #8a8d91; stroke-opacity: 0.3; }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .faint { fill: #9da7b1; } }
"""


def measure_growth(competitors, rounds, limit):
    """Medians of delete times by competitor and size; and who stopped where."""
    running = [each for each in competitors if WORKLOAD in each.workloads]
    series = {each.name: [] for each in running}
    stopped, measurements = {}, []
    for size in SIZES:
        measurement = Measurement(WORKLOAD, size, running)
        for _ in range(rounds):
            measurement.add_round(limit)
        measurements.append(measurement)
        for each in list(running):
            values = measurement.values(each.name, "delete_ns")
            if values:
                series[each.name].append((size, spread(values)[0]))
            else:
                stopped[each.name] = size
                running.remove(each)
    return series, stopped, measurements


def decades(least, greatest):
    first, last = math.floor(math.log10(least)), math.ceil(math.log10(greatest))
    return [10 ** exponent for exponent in range(first, last + 1)]


def time_text(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:g} {unit}"
    return f"{ns:g} ns"


def count_text(count):
    return f"{count // 1_000_000} M" if count >= 1_000_000 else f"{count // 1000} k"


def spaced(positions, gap=18):
    """Moves labels apart, in their order from top to bottom, and none below the axis."""
    names = sorted(positions, key=positions.get)
    placed = [positions[name] for name in names]
    for i in range(1, len(placed)):
        placed[i] = max(placed[i], placed[i - 1] + gap)
    lowest = BOTTOM
    for i in reversed(range(len(placed))):
        placed[i] = min(placed[i], lowest)
        lowest = placed[i] - gap
    return dict(zip(names, placed))


def svg(series, stopped, limit):
    drawn = {name: points for name, points in series.items() if points}
    times = [ns for points in drawn.values() for _, ns in points]
    rows = decades(min(times), max(times))
    low, high = math.log10(rows[0]), math.log10(rows[-1])
    first, last = math.log10(SIZES[0]), math.log10(SIZES[-1])

    def x(size):
        return LEFT + (math.log10(size) - first) / (last - first) * (RIGHT - LEFT)

    def y(ns):
        return BOTTOM - (math.log10(ns) - low) / (high - low) * (BOTTOM - TOP)

    title = "Time to delete a tree of N objects (W3R: fan-out 10, shuffled)"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>", f'<text class="title" x="{LEFT}" y="26">{title}</text>',
        f'<text class="faint" x="{LEFT}" y="46">both axes logarithmic; medians</text>']
    for size in SIZES:
        parts.append(f'<path class="grid" d="M{x(size):.1f} {TOP}V{BOTTOM}"/>')
        parts.append(f'<text class="faint" x="{x(size):.1f}" y="{BOTTOM + 20}" '
                     f'text-anchor="middle">{count_text(size)}</text>')
    for ns in rows:
        parts.append(f'<path class="grid" d="M{LEFT} {y(ns):.1f}H{RIGHT}"/>')
        parts.append(f'<text class="faint" x="{LEFT - 8}" y="{y(ns) + 4:.1f}" '
                     f'text-anchor="end">{time_text(ns)}</text>')
    parts.append(f'<text class="faint" x="{(LEFT + RIGHT) / 2:.1f}" y="{BOTTOM + 44}" '
                 'text-anchor="middle">N, objects</text>')
    labels = spaced({name: y(points[-1][1]) for name, points in drawn.items()
                     if name not in stopped})
    for (name, points), colour in zip(drawn.items(), COLOURS * 2):
        path = "L".join(f"{x(size):.1f} {y(ns):.1f}" for size, ns in points)
        parts.append(f'<path class="line" stroke="{colour}" d="M{path}"/>')
        parts += [f'<circle cx="{x(size):.1f}" cy="{y(ns):.1f}" r="3.5" fill="{colour}"/>'
                  for size, ns in points]
        end_x, end_y = x(points[-1][0]), y(points[-1][1])
        style = f'style="fill:{colour};font-weight:600"'
        if name in stopped:  # Above its line, to the left of where that ends.
            note = f" (over {limit} s from {count_text(stopped[name])} on)"
            parts.append(f'<text x="{end_x:.1f}" y="{end_y - 10:.1f}" text-anchor="end" {style}>'
                         f'{name}{note}</text>')
            continue
        parts.append(f'<path class="line" style="stroke-width:1" stroke="{colour}" '
                     f'd="M{end_x + 5:.1f} {end_y:.1f}L{RIGHT + 8} {labels[name]:.1f}"/>')
        parts.append(f'<text x="{RIGHT + 12}" y="{labels[name] + 4:.1f}" {style}>{name}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
