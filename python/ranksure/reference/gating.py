"""May a change ship? A bound of a mean against a threshold, and how many questions would decide.

For a rule on a drop, the mean is that of new - old and the threshold is minus the margin; for a
rule on a least value, the mean is that of the new system and the threshold is that value. ``low``
and ``high`` are one-sided bounds, each at the level of the test.
"""

import math


def outcome(low: float, high: float, threshold: float) -> str:
    """Non-inferiority. Wellek, Testing Statistical Hypotheses of Equivalence and Noninferiority,
    2010, section 1.2; both bounds are looked at, so that a failure is a finding and not a doubt.
    """
    if low > threshold:
        return "pass"
    return "fail" if high < threshold else "undecided"


def questions_to_decide(
    n: int, estimate: float, low: float, high: float, threshold: float
) -> int | None:
    """Fewest questions that would decide if the estimate stayed; None: no number of them.

    A bound comes closer to the estimate with the root of the number of questions: it has passed
    the threshold when n' > n * (reach / gap)^2, reach the way from the estimate to the bound and
    gap that to the threshold.
    """
    gap = estimate - threshold
    if gap == 0:
        return None
    reach = estimate - low if gap > 0 else high - estimate
    return max(n, math.floor(n * (reach / abs(gap)) ** 2)) + 1
