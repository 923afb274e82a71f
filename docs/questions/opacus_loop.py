"""A logistic regression, trained with the engine of Opacus, and the epsilon of all iterates, of checkpoints and of the last one."""

import torch
from opacus import PrivacyEngine

import pabisym

points = torch.nn.functional.normalize(torch.randn(2000, 8))  # |x| = 1: with a bias the logistic loss is 1/2-smooth
data = torch.utils.data.TensorDataset(points, (points.sum(1) > 0).float())
model, engine = torch.nn.Linear(8, 1), PrivacyEngine()
model, optimizer, loader = engine.make_private(
    module=model, optimizer=torch.optim.SGD(model.parameters(), lr=0.1), noise_multiplier=1.1, max_grad_norm=1.0,
    data_loader=torch.utils.data.DataLoader(data, batch_size=20))
for inputs, labels in (batch for _ in range(3) for batch in loader):
    optimizer.zero_grad()
    torch.nn.functional.binary_cross_entropy_with_logits(model(inputs).squeeze(1), labels).backward()
    optimizer.step()
accountant = pabisym.Accountant()
accountant.load_state_dict(engine.accountant.state_dict())
print("all iterates:", float(accountant.epsilon("1e-5").upper))
run = {"examples": 2000, "batch": 20, "epochs": 3, "sampling": "poisson", "noise_multiplier": "1.1", "clip": 1, "delta": "1e-5",
       "learning_rate": "0.1", "loss": "convex", "smoothness": "1/2"}
for release in ("checkpoints", "last"):
    print(f"{release}:", float(pabisym.privacy({**run, "release": release}).epsilon))
