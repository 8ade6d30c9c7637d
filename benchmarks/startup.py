"""CPU seconds that `kg --help` takes: the best and the median of some runs, as a user starts it.

python benchmarks/startup.py [RUNS]
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

LIMIT = 0.3


def measure() -> float:
    """Return user and system seconds of one `kg --help`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "kg", "--help"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the figures; exit with 1 when the median is over the limit."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    measure()  # compiles what is not compiled yet
    seconds = [measure() for _ in range(runs)]
    median = statistics.median(seconds)
    print(f"kg --help: median {median:.3f} s, best {min(seconds):.3f} s of CPU in {runs} runs (limit {LIMIT} s)")
    sys.exit(median > LIMIT)


if __name__ == "__main__":
    main()
