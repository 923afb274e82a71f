"""The figures that Coq proves from definitions, by hash of the development that proves them; see :mod:`pabisym.coq`.

This is a record: nothing here is trusted by the kernel, and beliefs that Coq discharges are counted apart from those that the kernel
does.  A test compares it with the development itself, and compiles that where ``coqc`` is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pabisym.kernel.figures import FIGURES
from pabisym.proof.figures import PREFIX

DEVELOPMENT: Mapping[str, str] = {
    "RealFacts.v": "2b39b3fff88a6095fa3be20ff0e1d082866111df41d16a7112c46a743e65adf9",
    "Normal.v": "9901a20cadfb6326602d7c9b977e8d9e9315eb61dead6cdd2ef2ecc527e82524",
    "Laws.v": "7aef9af5cbff43d1d6cd35a25b7cfcb212d317a2dc6a7b219d41d4d8cc1afa5c",
    "Products.v": "3a047759c14653c546480ad01a85a3cd343b5e38e83f515d36c26665defbbbda",
    "Hahn.v": "a4245f3376d4942cb644b900d60bec8b2c6b4d360ccaa18a5d4336cd05d47c52",
    "Euclid.v": "e31809326bafa24232f9be8c4fb08b9e476e178b2bcf5268ed7ff294a9fb9f0a",
    "Integrals.v": "3d7c795977d83924cde3b25503c04432bd7081574e71c66e64e9f4b8e3205ac8",
    "Line.v": "c9b1b5c02f84c6d60f7f05454e1ea500df5fdf4cac8ed9f959f2a8e8755d5f9b",
    "Tilt.v": "9f9d0687a7198052638e9be96ecca98625f1b24f8c63e9edb41b945ff0a81a19",
    "Instances.v": "6a5119f0e57856b5ae42aed3b30118e464b229d5a278d62b71f3bc661abcc63c",
    "Dimensions.v": "643a416d289f66bd7a542b40e8c015fe4fc03f693635c00a70d44ca16b398059",
    "Vectors.v": "414961a2ca391c76f9bf15526e0637f858f99b3c1d678bb0b144ce15e66dca68",
    "Space.v": "f747475ccf35592f04d44bd5dffc55512db17a9d17840ac992bd2463630a6ba4",
    "Calculus.v": "b4f2d45324a88e237c1314e617b62caa5ccfb203219c59bb57be76be9e68efda",
    "Notations.v": "df556ea2f018f876e449ba055aa6653e3fd584bd498da19802375ba4a50f308c",
    "NormalForms.v": "1c44926a0a595b7360b0b11db359dee0c23ec99475aeb39b915a6aa9276ed400",
    "Elementary.v": "0afc6f1733b5c7ddecdb7daade2ac7d96b758152f494e79d149ff2473f8c03a1",
    "Batches.v": "c3494cbf453824bef27ed32f31209d143b9cfcca36572f12489314591f1531fd",
    "Means.v": "12180270f0711a438dcb773a42a6c48abd7c706067cb2e065eff08942c0c8112",
    "Composition.v": "5f0f60f987785b56c056a45c300776db8c6fef22d1c383e91d295ff6651ef4cc",
    "Gradients.v": "705aa8adb94077a6e7edb6762a08d77e7f7a1c2d1605855661f3dfb7f7601378",
    "Gaussians.v": "b1aaa4053e075e834169a1101a97ddb378b8c539714945655574c1baf169e3c2",
    "Entropies.v": "1cd27a9cae795652bcb1ff75b30d2f35e0e96e4c8a3e584cd9a88ce9f3463c1a",
    "Sums.v": "efae945ce72c96d00311b665fc5225d7aeab8bc4fbebdb666c281df9ae1379d0",
    "Laplace.v": "6cd1a91a60e19e64f38c2bfd2c1dd042d1ab68971a1c8f389039edbfeefb127c",
    "Tradeoffs.v": "fee18bcd2741ef27fdfb8bdbc3bbe650604004b734bc19cd3b222a3636dbd865",
    "Reflection.v": "5dee8b67bc153da7ff254ff62f357692b88b763aa1d063c4bfff2cfb8865249e",
    "Kahane.v": "bfd78d282a158d4de497928a30ebb4752a93a381c6e0757e07fef2416811ee9a",
    "Mixtures.v": "a3c82cfe7a6d95e659e265ab1a7963b3d7e2121ba488c6cbcb785494247a7217",
    "Hinges.v": "a32ea4622dd2c47abcdaa0a04c12038b85be6156ca4c4b4efc327eec6f580274",
    "Sampling.v": "52c5a3845260d893270299acd4c62b810462b53908939678b9b6073b68c9af69",
    "Draws.v": "667fd8fb1cb4b2c268612bbf3b649e20b0c40024faa0ce9fa4dc4552ffb17bf6",
}
"""SHA-256 of the hand-written files of ``pabisym/coq/development``."""
PROVED: Mapping[str, str] = {
    "power-at-most-one": "power_at_most_one",
    "power-below-one": "power_below_one",
    "power-above-one": "power_above_one",
    "power-at-least-one": "power_at_least_one",
    "floor-low": "rfloor_low",
    "floor-high": "rfloor_high",
    "maximum": "maximum",
    "minimum": "minimum",
    "exp-sum": "exp_sum",
    "exp-tangent": "exp_tangent",
    "exp-log": "exp_log",
    "log-product": "log_product",
    "log-exp": "log_exp",
    "square-root": "square_root",
    "square-root-sign": "square_root_sign",
    **{name: f"proved_{name.replace('-', '_')}" for name in (
        "same-start", "winf-widen", "winf-push", "winf-convolve", "winf-translate", "winf-gap", "between-near", "between-far",
        "renyi-same", "start", "witness-in", "contraction", "shift-reduction", "absorb", "monotone", "post-processing",
        "additivity", "renyi-sign", "same-law", "reflexive", "gaussian-magnitude", "gaussian-finite", "magnitude-zero",
        "finite-zero", "moment", "from-moment", "moment-widen", "moment-same-law", "moment-mixture", "adaptive", "forget",
        "close-same", "gdp-adaptive", "gdp-close-same", "near-same", "moment-to-dp", "renyi-to-dp", "dp-widen", "gdp-same",
        "gdp-witness-in", "gdp-start", "gdp-push", "gdp-through", "gdp-contraction", "gdp-absorb", "gdp-shift-reduction",
        "gdp-magnitude", "gdp-finite", "gdp-magnitude-zero", "gdp-finite-zero", "gdp-monotone", "gdp-same-law", "gdp-sign",
        "gdp-to-dp", "dp-contraction", "dp-start", "dp-same-law", "dp-push", "dp-certain", "dp-third-law", "dp-swap", "dp-mixture",
        "chance-mix", "best-event", "laplace-move", "dp-excess", "dp-balance", "mix-push", "mix-convolve", "mix-through",
        "spread-through", "spread-contracts", "answers-through", "surely-through", "noisy-answers", "noisy-through",
        "always-answers", "always-joint", "same-image", "point-near", "noise-sum", "dp-sign", "bounded-near", "coupled-start",
        "coupled-step", "coupled-met", "theta-monotone", "theta-level", "theta-positive", "theta-below-one", "affine-lipschitz",
        "affine-gap", "white", "normal-step", "normal-near", "normal-apart", "apart-narrow", "apart-not", "apart-dp", "norm-sign",
        "norm-square", "inner-symmetric", "inner-minus", "cauchy-schwarz", "gradient-inner", "compose-inner", "projected",
        "nearest", "co-coercive", "projection", "gradient-step", "gradient-gap", "after-projection", "gap-after-projection",
        "compose", "same-map", "lipschitz-widen", "gap-widen", "lsi-point", "lsi-push", "lsi-widen", "lsi-same-law", "zcdp-start",
        "zcdp-widen", "zcdp-same-law", "zcdp-order")},
}
"""Figures that the development proves, with the name of the theorem."""
RESTS: Mapping[str, tuple[str, ...]] = {
    "traced": ("lsi-convolve",),
}
"""Figures that Coq proves from axioms, as the kernel derives them or otherwise, with what ``Print Assumptions`` lists under each."""
ARITHMETIC_PROVED: Mapping[str, tuple[str, ...]] = {
    "exp(x) > 0": ("exp_pos",),
    "c**x > 0 where c > 0": ("pw_pos",),
    "c**(m + n) == c**m*c**n where c > 0": ("pw_add", "pw_literal", "pw_inverse"),
    "floor(x) and ceiling(x) are integers": ("is_int_rfloor", "is_int_rceiling", "rfloor_int", "rceiling_int"),
    "sum(e, k, a, b + 1) == sum(e, k, a, b) + e at b + 1": ("rsum_succ",),
    "sum(c*e + d, k, a, b) == c*sum(e, k, a, b) + d*(b - a + 1)": ("rsum_plus", "rsum_scale", "rsum_one"),
    "cases(e, x, y) is x where e >= 0 and y where e < 0": ("cases_yes", "cases_no"),
}
"""Laws of the kernel's arithmetic (:data:`pabisym.kernel.figures.ARITHMETIC`), with the lemmas of Coq that say them."""
STATEMENTS_PROVED: Mapping[str, tuple[str, ...]] = {
    "asoodeh2020/eq-11": ("proved_variation_contracts",),
    "pabisym/batch-gap": ("proved_batch_gap",),
    "pabisym/batch-lipschitz": ("proved_batch_lipschitz",),
    "pabisym/dominance-contraction": ("proved_dominance_contraction",),
    "pabisym/dominance-mixture": ("proved_dominance_mixture",),
    "pabisym/dominance-start": ("proved_dominance_start",),
    "pabisym/gdp-mixture": ("proved_gdp_mixture",),
    "pabisym/sampled-batch-conditioned": ("proved_sampled_batch_conditioned",),
    "pabisym/sampled-batch-near": ("proved_sampled_batch_near",),
    "pabisym/sampled-batch-steady": ("proved_sampled_batch_steady",),
    "pabisym/sampled-gaussian-order": ("proved_sampled_gaussian_order",),
    "pabisym/sampled-replacement": ("proved_sampled_replacement",),
}
"""Statements that are cited, outside the language of the kernel's proofs: which theorem of the hand-written files proves each, and what
that believes."""


def coq_axioms(figures: Iterable[str], cited: Iterable[str], rests: Mapping[str, tuple[str, ...]] = RESTS) -> tuple[str, ...]:
    """What Coq lists under a theorem, beside its logic: what it says of each figure and of each cited statement that the proof applies.

    Named as beliefs are, figures in the order in which the kernel has them, then statements by id.  Hypotheses among ``cited`` are
    hypotheses of Coq's theorem too, and no axioms.
    """
    found = {other for key in figures for other in (() if key in PROVED else rests.get(key, (key,)))}
    plain = [one for one in cited if not one.startswith(PREFIX) and ": " not in one]
    found |= {one.removeprefix(PREFIX) for name in plain for one in STATEMENTS_PROVED.get(name, ())[1:]}
    return (*(PREFIX + key for key in FIGURES if key in found), *sorted(set(plain).difference(STATEMENTS_PROVED)))
