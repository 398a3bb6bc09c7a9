"""Rounds of runs, interleaved, and whether their results agree."""

import statistics
import sys

from competitors import CHECKED, run


class Measurement:
    """All rounds of one workload at one size."""

    def __init__(self, workload, size, competitors):
        self.workload, self.size = workload, size
        self.competitors = [each for each in competitors if workload in each.workloads]
        self.rounds = []  # One dictionary each, from a competitor's name to its run.

    def add_round(self, limit):
        number = len(self.rounds)
        runs = {}
        for i in range(len(self.competitors)):
            # Everybody comes after everybody else once.
            competitor = self.competitors[(i + number) % len(self.competitors)]
            earlier = self.rounds[-1].get(competitor.name) if self.rounds else None
            if earlier and earlier.figures is None:
                runs[competitor.name] = earlier  # Once too slow, always too slow.
            else:
                runs[competitor.name] = run(competitor, self.workload, self.size, limit)
        self.rounds.append(runs)
        print(f"{self.workload} {self.size:,}: round {number + 1}", file=sys.stderr)

    def values(self, name, key):
        """A competitor's figures, one for each round in which it has any."""
        found = (runs[name][key] for runs in self.rounds if name in runs)
        return [value for value in found if value is not None]

    def ratios(self, one, other, key):
        """One competitor's figures over another's, round by round."""
        pairs = ((runs[one][key], runs[other][key]) for runs in self.rounds
                 if one in runs and other in runs)
        return [above / below for above, below in pairs if above is not None and below]

    def is_too_slow(self, name):
        return any(name in runs and runs[name].is_too_slow for runs in self.rounds)

    def problems(self):
        """Readable sentences on what failed and what differs."""
        found = []
        results = {}
        for runs in self.rounds:
            for name, each in runs.items():
                if each.failure:
                    found.append(f"{self.workload} {self.size:,}: {name} failed: {each.failure}")
                elif each.figures:
                    result = tuple(each.figures[key] for key in CHECKED)
                    results.setdefault(result, {})[name] = None
        if len(results) > 1:
            found.append(f"{self.workload} {self.size:,}: the results differ:")
            for result, names in results.items():
                stated = ", ".join(f"{key} {value:,}" for key, value in zip(CHECKED, result))
                found.append(f"  {', '.join(names)}: {stated}")
        return list(dict.fromkeys(found))


def measure(plan, competitors, rounds, limit):
    """Measures (workload, size) pairs; every round goes through all of them."""
    measurements = [Measurement(workload, size, competitors) for workload, size in plan]
    for _ in range(rounds):
        for measurement in measurements:
            measurement.add_round(limit)
    return measurements


def stop_where_wrong(measurements):
    problems = [problem for each in measurements for problem in each.problems()]
    if problems:
        sys.exit("\n".join(["No figure counts, because:"] + problems))


def spread(values):
    return statistics.median(values), min(values), max(values)
