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
    "Products.v": "f9597d383d4a493aaca7f027d0b21b6ecb2e25923df17f02558a776a88b8f788",
    "Space.v": "63bb75e86adf4f8f65848573d88d872190c874ddfab1038b3b6c4b146d85d84c",
    "Calculus.v": "34d093b31eeee8f47bc2dfa718d2c7ed604f8b21ae5de955233cff7b081b2d93",
    "Notations.v": "7827ce75870f8c2b775b816665459aab61ea4b1954625ac9e011150d9323b306",
    "NormalForms.v": "1c44926a0a595b7360b0b11db359dee0c23ec99475aeb39b915a6aa9276ed400",
    "Elementary.v": "3cf5a2a7cb6cd0377f50af8e955eea06710e431f7515738fd284ab96796b82b8",
    "Batches.v": "d0227cc892d0a993dc71c0b141585d253d3da95b9bf786dd43d1e37a506e7bad",
    "Kahane.v": "bfd78d282a158d4de497928a30ebb4752a93a381c6e0757e07fef2416811ee9a",
    "Mixtures.v": "df13996561019cc01a80aa786a7183e59a96f3ef11edf079eae0afa515f8f9fb",
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
    "same-start": "proved_same_start",
    "winf-widen": "proved_winf_widen",
    "winf-push": "proved_winf_push",
    "winf-convolve": "proved_winf_convolve",
    "winf-translate": "proved_winf_translate",
    "winf-gap": "proved_winf_gap",
    "between-near": "proved_between_near",
    "between-far": "proved_between_far",
    "renyi-same": "proved_renyi_same",
    "start": "proved_start",
    "witness-in": "proved_witness_in",
    "contraction": "proved_contraction",
    "monotone": "proved_monotone",
    "post-processing": "proved_post_processing",
    "renyi-sign": "proved_renyi_sign",
    "same-law": "proved_same_law",
    "reflexive": "proved_reflexive",
    "magnitude-zero": "proved_magnitude_zero",
    "finite-zero": "proved_finite_zero",
    "moment": "proved_moment",
    "from-moment": "proved_from_moment",
    "moment-widen": "proved_moment_widen",
    "moment-same-law": "proved_moment_same_law",
    "moment-mixture": "proved_moment_mixture",
    "forget": "proved_forget",
    "close-same": "proved_close_same",
    "gdp-close-same": "proved_gdp_close_same",
    "near-same": "proved_near_same",
    "moment-to-dp": "proved_moment_to_dp",
    "renyi-to-dp": "proved_renyi_to_dp",
    "dp-widen": "proved_dp_widen",
    "gdp-same": "proved_gdp_same",
    "gdp-witness-in": "proved_gdp_witness_in",
    "gdp-start": "proved_gdp_start",
    "gdp-push": "proved_gdp_push",
    "gdp-through": "proved_gdp_through",
    "gdp-contraction": "proved_gdp_contraction",
    "gdp-magnitude-zero": "proved_gdp_magnitude_zero",
    "gdp-finite-zero": "proved_gdp_finite_zero",
    "gdp-monotone": "proved_gdp_monotone",
    "gdp-same-law": "proved_gdp_same_law",
    "gdp-sign": "proved_gdp_sign",
    "gdp-to-dp": "proved_gdp_to_dp",
    "dp-start": "proved_dp_start",
    "dp-same-law": "proved_dp_same_law",
    "dp-push": "proved_dp_push",
    "dp-certain": "proved_dp_certain",
    "dp-third-law": "proved_dp_third_law",
    "dp-mixture": "proved_dp_mixture",
    "chance-mix": "proved_chance_mix",
    "dp-balance": "proved_dp_balance",
    "mix-push": "proved_mix_push",
    "mix-convolve": "proved_mix_convolve",
    "mix-through": "proved_mix_through",
    "spread-through": "proved_spread_through",
    "answers-through": "proved_answers_through",
    "surely-through": "proved_surely_through",
    "noisy-answers": "proved_noisy_answers",
    "always-answers": "proved_always_answers",
    "always-joint": "proved_always_joint",
    "same-image": "proved_same_image",
    "point-near": "proved_point_near",
    "dp-sign": "proved_dp_sign",
    "bounded-near": "proved_bounded_near",
    "theta-monotone": "proved_theta_monotone",
    "theta-level": "proved_theta_level",
    "theta-positive": "proved_theta_positive",
    "theta-below-one": "proved_theta_below_one",
    "affine-lipschitz": "proved_affine_lipschitz",
    "affine-gap": "proved_affine_gap",
    "apart-narrow": "proved_apart_narrow",
    "apart-not": "proved_apart_not",
    "apart-dp": "proved_apart_dp",
    "norm-sign": "proved_norm_sign",
    "norm-square": "proved_norm_square",
    "inner-symmetric": "proved_inner_symmetric",
    "inner-minus": "proved_inner_minus",
    "cauchy-schwarz": "proved_cauchy_schwarz",
    "gradient-inner": "proved_gradient_inner",
    "compose-inner": "proved_compose_inner",
    "projected": "proved_projected",
    "nearest": "proved_nearest",
    "projection": "proved_projection",
    "gradient-gap": "proved_gradient_gap",
    "after-projection": "proved_after_projection",
    "gap-after-projection": "proved_gap_after_projection",
    "compose": "proved_compose",
    "same-map": "proved_same_map",
    "lipschitz-widen": "proved_lipschitz_widen",
    "gap-widen": "proved_gap_widen",
    "lsi-widen": "proved_lsi_widen",
    "lsi-same-law": "proved_lsi_same_law",
    "zcdp-start": "proved_zcdp_start",
    "zcdp-widen": "proved_zcdp_widen",
    "zcdp-same-law": "proved_zcdp_same_law",
    "zcdp-order": "proved_zcdp_order",
}
"""Figures that the development proves, with the name of the theorem."""
RESTS: Mapping[str, tuple[str, ...]] = {
    "shift-reduction": ("absorb",),
    "gdp-shift-reduction": ("gdp-absorb",),
    "additivity": ("adaptive",),
    "spread-contracts": ("dp-excess",),
    "normal-near": ("normal-step",),
    "gradient-step": ("co-coercive",),
    "dp-contraction": ("gdp-absorb", "gdp-magnitude", "gdp-finite", "dp-excess", "noisy-through"),
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
    "pabisym/batch-gap": ("proved_batch_gap",),
    "pabisym/batch-lipschitz": ("proved_batch_lipschitz",),
    "pabisym/dominance-contraction": ("proved_dominance_contraction",),
    "pabisym/dominance-mixture": ("proved_dominance_mixture",),
    "pabisym/dominance-start": ("proved_dominance_start",),
    "pabisym/gdp-mixture": ("proved_gdp_mixture",),
    "pabisym/sampled-batch-near": ("proved_sampled_batch_near",),
    "pabisym/sampled-batch-steady": ("proved_sampled_batch_steady",),
}
"""Statements that are cited, outside the language of the kernel's proofs: which theorem of ``Batches.v`` or ``Mixtures.v`` proves each, and
what that believes."""


def coq_axioms(figures: Iterable[str], cited: Iterable[str], rests: Mapping[str, tuple[str, ...]] = RESTS) -> tuple[str, ...]:
    """What Coq lists under a theorem, beside its logic: what it says of each figure and of each cited statement that the proof applies.

    Named as beliefs are, figures in the order in which the kernel has them, then statements by id.  Hypotheses among ``cited`` are
    hypotheses of Coq's theorem too, and no axioms.
    """
    found = {other for key in figures for other in (() if key in PROVED else rests.get(key, (key,)))}
    plain = [one for one in cited if not one.startswith(PREFIX) and ": " not in one]
    found |= {one.removeprefix(PREFIX) for name in plain for one in STATEMENTS_PROVED.get(name, ())[1:]}
    return (*(PREFIX + key for key in FIGURES if key in found), *sorted(set(plain).difference(STATEMENTS_PROVED)))
