"""What the server counts, as Prometheus reads it."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
WORDS = {
    "tables": "tables made",
    "moves": "answers given",
    "messages": "messages received",
    "refusals": "messages refused",
    "errors": "exceptions; none is expected",
    "act": "seconds from an answer's arrival until all were told",
    "commit": "seconds of a commit to disk",
    "alarm": "seconds from when a game's hidden clock was to ring until all were told",
    "think": "seconds a bot thought, waiting for a worker included",
}


class Histogram:
    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Metrics:
    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, str], int] = defaultdict(int)
        self.times: defaultdict[str, Histogram] = defaultdict(Histogram)

    def count(self, name: str, **labels: str) -> None:
        told = ",".join(f'{key}="{value}"' for key, value in labels.items())
        self.counts[name, f"{{{told}}}" if told else ""] += 1

    def observe(self, name: str, seconds: float) -> None:
        self.times[name].add(seconds)

    def commit(self, seconds: float, writes: int) -> None:
        self.observe("commit", seconds)

    def text(self, gauges: Mapping[str, float]) -> str:
        lines = []
        for name in dict.fromkeys(name for name, _ in self.counts):
            lines += heading(f"{name}_total", "counter", WORDS.get(name, name))
            found = [(labels, count) for (each, labels), count in self.counts.items() if each == name]
            lines += [f"fabletop_{name}_total{labels} {count}" for labels, count in found]
        for name, value in gauges.items():
            told = heading(name.partition("{")[0], "gauge", WORDS.get(name, name.partition("{")[0]))
            lines += [line for line in told if line not in lines]
            lines.append(f"fabletop_{name} {value:.12g}")
        for name, histogram in self.times.items():
            lines += heading(f"{name}_seconds", "histogram", WORDS.get(name, name))
            so_far = 0
            for bound, number in zip((*map(str, BOUNDS), "+Inf"), histogram.buckets, strict=True):
                so_far += number
                lines.append(f'fabletop_{name}_seconds_bucket{{le="{bound}"}} {so_far}')
            lines.append(f"fabletop_{name}_seconds_sum {histogram.total:g}")
            lines.append(f"fabletop_{name}_seconds_count {so_far}")
        return "\n".join(lines) + "\n"


def heading(name: str, kind: str, words: str) -> list[str]:
    return [f"# HELP fabletop_{name} {words}", f"# TYPE fabletop_{name} {kind}"]
