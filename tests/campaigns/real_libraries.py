"""The accountant beside the real libraries: a training loop with the engine of Opacus, and random histories beside dp-accounting.

    PYTHONPATH=tests python -m campaigns.real_libraries [--histories 40] [--seed 20261126]

It needs opacus, torch and dp-accounting, which no test does: ``.ci/libraries`` makes an environment of their own.  Exits with 1 where our upper
end is not within a thousandth of that of dp-accounting's privacy loss distributions, where our lower end is above theirs, or where our upper
end is below what the accountant of Gopi, Lee and Wutschitz in Opacus certifies from below: another library and another algorithm.
"""

import argparse
import io
import random
import runpy
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "questions" / "other-libraries.md"
DELTA, GRID, NEAR = 1e-5, 1e-5, 1e-3
REFERENCE = 5e-3
"""Half the width of the interval that the reference aims at, in epsilon."""


def printed():
    """What the loop of the page prints, trained with the real engine: all iterates, checkpoints, the last one."""
    out = io.StringIO()
    with redirect_stdout(out):
        runpy.run_path(str(PAGE.parent / "opacus_loop.py"))
    return out.getvalue().splitlines()


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
    """Our two ends, and epsilon by privacy loss distributions of dp-accounting, with the processor time of each."""
    from dp_accounting.pld import pld_privacy_accountant

    from pabisym import Accountant

    begun = time.process_time()
    ours = Accountant()
    ours.compose(event)
    found = ours.epsilon(DELTA, gap="1/2000")
    between = time.process_time()
    theirs = pld_privacy_accountant.PLDAccountant(value_discretization_interval=GRID)
    theirs.compose(event)
    other = theirs.get_epsilon(DELTA)
    return ours, (float(found.lower), float(found.upper)), other, (between - begun, time.process_time() - between)


def reference(history):
    """A lower end and an estimate of epsilon, by the privacy random variables of Opacus."""
    from opacus.accountants import PRVAccountant

    account = PRVAccountant()
    account.history = history
    error = DELTA / 1000
    low, near, _ = account._get_dprv(eps_error=REFERENCE, delta_error=error).compute_epsilon(DELTA, error, REFERENCE)
    return low, near


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
    lines = printed()
    print("\n".join(lines))
    if "\n".join(f"    {line}" for line in lines) not in PAGE.read_text(encoding="utf-8"):
        wrong = True
        print("wrong: the page prints something else")
    draw, farthest, spent, spared = random.Random(options.seed), 0.0, [0.0, 0.0], float("inf")
    for number in range(options.histories):
        account, (low, high), other, times = compared(random_event(draw, accounting), accounting)
        least, near = reference(account.history)
        farthest, spared = max(farthest, abs(high - other) / other), min(spared, high - least)
        spent = [one + more for one, more in zip(spent, times, strict=True)]
        print(f"history {number}: {len(account.history)} phases, [{low:.8g}, {high:.8g}]; {other:.8g} by PLD, at least {least:.8g} and about "
              f"{near:.8g} by PRV; {times[0]:.1f} s and {times[1]:.1f} s", flush=True)
        if low > other or max(abs(high - other), abs(high - near)) > NEAR * other or high < least:
            wrong = True
            print("wrong")
    print(f"{options.histories} histories, at most {100 * farthest:.4f} % from PLD, {spared:.2g} above the reference's lower end or more; "
          f"{spent[0]:.0f} s here, {spent[1]:.0f} s by PLD")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
