"""Markdown tables of measurements, ratios first."""

from measuring import spread


def digits(value):
    """Three significant digits, two of what is small."""
    if value < 0.0995:
        return f"{value:.2g}"
    if value >= 99.95:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def scaled(value, units):
    for unit, size in units:
        if value < 1000 * size or (unit, size) == units[-1]:
            return digits(value / size), unit, size
    return None


TIME = (("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9))
RATE = (("/s", 1), ("k/s", 1e3), ("M/s", 1e6))
BYTES = (("B", 1),)


def quantity(values, units):
    middle, least, greatest = spread(values)
    text, unit, size = scaled(middle, units)
    if len(values) == 1:
        return f"{text} {unit}"
    return f"{text} {unit} ({digits(least / size)}–{digits(greatest / size)})"


def ratio(measurement, one, other, key):
    """Best run against best run, because whatever else runs on a machine only ever adds time; in
    brackets the least and the greatest ratio within a round."""
    ratios = measurement.ratios(one, other, key)
    if not ratios:
        return "–"
    best = min(measurement.values(one, key)) / min(measurement.values(other, key))
    if len(ratios) == 1:
        return f"**{digits(best)}**"
    return f"**{digits(best)}** ({digits(min(ratios))}–{digits(max(ratios))})"


def markdown(header, rows):
    widths = [max(len(row[i]) for row in [header] + rows) for i in range(len(header))]
    lines = [header, ["-" * width for width in widths]] + rows
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
        for line in lines)


def table(measurements, competitors, key, units, limit, figure):
    """One row for each measurement: the engine's ratios, then everybody's own figures.

    `figure` makes a number of a measurement and a value; the engine's ratios are those of the
    values as they were measured.
    """
    # Whoever takes part in none of these gets no column.
    competitors = [each for each in competitors
                   if any(each in measurement.competitors for measurement in measurements)]
    names = [each.name for each in competitors]
    against = [each for each in competitors if "engine" in names and each.name != "engine"]
    header = ["workload"]
    header += [f"engine ÷ {each.name}" if each.is_floor else f"{each.name} ÷ engine"
               for each in against]
    header += names
    rows = []
    for measurement in measurements:
        row = [measurement.workload]
        for each in against:
            pair = ("engine", each.name) if each.is_floor else (each.name, "engine")
            row.append(ratio(measurement, *pair, key))
        for name in names:
            values = [figure(measurement, value) for value in measurement.values(name, key)]
            if values:
                row.append(quantity(values, units))
            else:
                row.append(f"over {limit} s" if measurement.is_too_slow(name) else "–")
        rows.append(row)
    return markdown(header, rows)


def models(best, exponent, limit):
    """The times of the command line by the number of a model's entities."""
    sizes = sorted(next(iter(best.values())))
    rows = []
    for command, times in best.items():
        figures = [f"over {limit} s" if times[size] is None else quantity([times[size] * 1e9], TIME)
                   for size in sizes]
        grown = exponent(times)
        rows.append([f"`{command}`", *figures, "–" if grown is None else f"{grown:.2f}"])
    return markdown(["command", *(f"{size:,} entities" for size in sizes), "exponent"], rows)


def sections(measurements, competitors, limit, level="##"):
    """All tables of measurements, size by size; the scenarios have one of their own."""
    graphs = [each for each in measurements if each.workload != "W6"]
    scenarios = [each for each in measurements if each.workload == "W6"]
    parts = []
    for size in sorted({each.size for each in graphs}):
        chosen = [each for each in graphs if each.size == size]
        parts += [f"{level} N = {size:,}"]
        parts += ["Delete:", table(chosen, competitors, "delete_ns", TIME, limit,
                                   lambda _, value: value)]
        parts += ["Build (insert, link, save):",
                  table(chosen, competitors, "build_ns", TIME, limit, lambda _, value: value)]
        parts += ["Resident bytes an object after the build:",
                  table(chosen, competitors, "bytes", BYTES, limit,
                        lambda measurement, value: value / measurement.size)]
    if scenarios:
        parts += [f"{level} Tiny graphs (W6), scenarios a second",
                  "Ratios are of times, as above."]
        for measurement in scenarios:
            parts += [f"{measurement.size:,} scenarios:",
                      table([measurement], competitors, "ns", RATE, limit,
                            lambda measurement, value: measurement.size / value * 1e9)]
    return parts
