"""The accountant beside the real libraries: a training loop with the engine of Opacus, and random histories beside dp-accounting.

    PYTHONPATH=tests python -m campaigns.real_libraries [--histories 40] [--seed 20261126]

It needs opacus, torch and dp-accounting, which no test does: ``.ci/libraries`` makes an environment of their own.  Exits with 1 where an answer
is not within a thousandth of the other, or below it by more than its grid explains.
"""

import argparse
import random
import sys

GRID, NEAR = 1e-5, 1e-3


def trained():
    """A logistic regression of 2,000 points, trained by an engine of Opacus whose accountant is ours; epsilon of both accountants."""
    import torch
    from opacus import PrivacyEngine
    from opacus.accountants import PRVAccountant
    from opacus.accountants.registry import register_accountant

    from pabisym import Accountant
    from pabisym.accounting import OpacusAccountant

    torch.manual_seed(0)
    register_accountant("pabisym", OpacusAccountant)
    points = torch.randn(2000, 8)
    data = torch.utils.data.TensorDataset(points, (points.sum(1) > 0).long())
    model = torch.nn.Linear(8, 2)
    engine = PrivacyEngine(accountant="pabisym")
    model, optimiser, loader = engine.make_private(module=model, optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
                                                   data_loader=torch.utils.data.DataLoader(data, batch_size=100),
                                                   noise_multiplier=1.1, max_grad_norm=1.0)
    for _ in range(3):
        for inputs, labels in loader:
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(model(inputs), labels).backward()
            optimiser.step()
        print(f"epsilon after {len(engine.accountant)} steps: {engine.get_epsilon(1e-5):.6g}")
    other = PRVAccountant()
    other.history = engine.accountant.history
    read = Accountant()
    read.load_state_dict(other.state_dict())
    assert read.history == engine.accountant.history, "the state of an accountant of Opacus is read as it is"
    return engine.get_epsilon(1e-5), other.get_epsilon(1e-5)


def random_event(draw, accounting):
    """Two to four phases of Poisson-sampled Gaussian steps, as an event of dp-accounting."""
    phases = []
    for _ in range(draw.randint(2, 4)):
        step = accounting.PoissonSampledDpEvent(round(draw.uniform(0.001, 0.1), 4), accounting.GaussianDpEvent(round(draw.uniform(0.8, 3), 2)))
        phases.append(accounting.SelfComposedDpEvent(step, draw.randint(10, 2000)))
    return accounting.ComposedDpEvent(phases)


def compared(event, accounting):
    """Our two ends and their epsilon at a delta of 1e-5."""
    from dp_accounting.pld import pld_privacy_accountant

    from pabisym import Accountant

    ours, theirs = Accountant(), pld_privacy_accountant.PLDAccountant(value_discretization_interval=GRID)
    ours.compose(event)
    theirs.compose(event)
    found = ours.epsilon(1e-5, gap="1/2000")
    return float(found.lower), float(found.upper), theirs.get_epsilon(1e-5)


def main(argv=None):
    """Run both; the exit status."""
    import dp_accounting as accounting

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--histories", type=int, default=40)
    parser.add_argument("--seed", type=int, default=20261126)
    options = parser.parse_args(argv)
    ours, theirs = trained()
    wrong = abs(ours - theirs) > 0.02 * ours
    print(f"Opacus: {theirs:.6g} by its own accountant, {ours:.6g} by ours")
    draw, farthest = random.Random(options.seed), 0.0
    for number in range(options.histories):
        low, high, other = compared(random_event(draw, accounting), accounting)
        farthest = max(farthest, abs(high - other) / other)
        print(f"history {number}: [{low:.8g}, {high:.8g}] and {other:.8g}", flush=True)
        if other < low * (1 - 1e-9) or abs(high - other) > NEAR * other:
            wrong = True
            print("too far")
    print(f"{options.histories} histories, at most {100 * farthest:.3f} % apart")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
