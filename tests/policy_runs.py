"""An evaluation that warns of nothing and equals the reference, for the tests of the policies."""

import warnings

import ranksure as rs


def evaluate(run, qrels, measures="rr", **options):
    """Without a warning, and every value as the reference has it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scores = rs.evaluate(run, qrels, measures, **options)
    assert scores.verify(n_resamples=2).ok
    return scores
