"""The company: numbers out of all measure are refused at once."""

from __future__ import annotations

import pytest

from layout.choices import Company
from layout.errors import InputError


@pytest.mark.parametrize(
    "numbers",
    [{"pairs": 100_000}, {"guests": 10**9}, {"grandees": 101}, {"guests": 2}, {"pairs": -1}, {"seed": -1}],
)
def test_company_out_of_measure_is_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(InputError, match="expected at"):
        Company(**numbers)  # type: ignore[arg-type]


def test_two_hundred_pairs_and_four_hundred_guests_are_welcome() -> None:
    assert Company(guests=400, pairs=200).pairs == 200
