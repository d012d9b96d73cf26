# SPDX-License-Identifier: LGPL-2.1-or-later
"""register_tiles of fftcore: positions of tiles of a mosaic."""
import numpy as np
import pytest
import scenes

import fftcore
from fftcore import _positions

SHAPE = (96, 128)
ROWS, COLUMNS = 3, 3


def mosaic(seed=1, jitter=5, noise=2.0, shading=0.3):
    """Tiles, about where they lie, and where they do."""
    numbers = np.random.default_rng(seed)
    row, column = np.divmod(np.arange(ROWS * COLUMNS), COLUMNS)
    given = np.stack([column * 96.0 - 150, row * 68.0 - 110], 1)
    places = given + numbers.uniform(-jitter, jitter, given.shape)
    y, x = np.mgrid[:SHAPE[0], :SHAPE[1]]
    light = 1 - shading * (((x / SHAPE[1] - 0.5)**2 + (y / SHAPE[0] - 0.5)**2) * 2)
    tiles = []
    for i, (right, down) in enumerate(places):
        tile = light * scenes.view(np.array([[1, 0, right], [0, 1, down], [0, 0, 1]]), SHAPE, 0)
        tile += noise * numbers.standard_normal(SHAPE)
        tiles.append(np.clip(np.rint(tile), 0, 255).astype("uint8"))
    return tiles, given, places


def errors(found, places, which=slice(None)):
    """Distances, of tiles that lie right against each other."""
    away = (found.positions - places)[which]
    return np.hypot(*(away - away.mean(0)).T)


def test_positions():
    tiles, given, places = mosaic()
    found = fftcore.register_tiles(tiles, given)
    assert found.known.all() and not found.groups.any()
    assert np.sqrt(np.mean(errors(found, places)**2)) < 0.05
    assert len(found.pairs) == 20 and found.used.sum() >= 14
    moved = places[found.pairs[:, 1]] - places[found.pairs[:, 0]]
    assert np.abs(found.shifts - moved)[found.used].max() < 0.3
    assert found.residuals[found.used].max() < 0.3 and found.rms < 0.1
    assert np.isnan(found.shifts).all(1).tolist() == (found.confidence == 0).tolist()
    assert np.allclose(found.positions.mean(0), given.mean(0), atol=1e-3)


def test_a_grid():
    tiles, given, places = mosaic(jitter=3)
    found = fftcore.register_tiles(np.stack(tiles), grid=(ROWS, COLUMNS), overlap=0.27)
    assert found.known.all() and errors(found, places).max() < 0.15


def test_a_blank_tile_and_a_wrong_one():
    tiles, given, places = mosaic()
    tiles[4][:] = 99
    tiles[8] = tiles[8][::-1, ::-1]
    found = fftcore.register_tiles(tiles, given)
    right = [0, 1, 2, 3, 5, 6, 7]
    assert not found.known[[4, 8]].any() and found.known[right].all()
    assert errors(found, places, right).max() < 0.15
    # Beside its neighbours as the positions given have it.
    away = found.positions - given
    assert np.abs(away[4] - away[[1, 3, 5, 7, 0, 2, 6]].mean(0)).max() < 5
    assert found.groups[4] not in found.groups[right]


def test_tiles_of_other_things():
    tiles, given, _ = mosaic()
    numbers = np.random.default_rng(9)
    others = [numbers.integers(0, 256, SHAPE).astype("uint8") for _ in tiles]
    found = fftcore.register_tiles(others, given)
    assert not found.known.any() and np.allclose(found.positions, given, atol=1e-6)
    assert len(set(found.groups)) == len(tiles) and found.rms == 0
    alone = fftcore.register_tiles(tiles[:1], [(3, 4)])
    assert alone.positions.tolist() == [[3, 4]] and alone.pairs.shape == (0, 2)


def test_channels_and_types():
    tiles, given, places = mosaic()
    grey = fftcore.register_tiles(tiles, given)
    colour = fftcore.register_tiles([np.repeat(tile[..., None], 3, 2) for tile in tiles], given)
    assert np.allclose(colour.positions, grey.positions, atol=0.01)
    floats = fftcore.register_tiles([1e-20 * tile.astype("float64") for tile in tiles], given)
    assert np.allclose(floats.positions, grey.positions, atol=0.01)
    holes = [tile.astype("float32") for tile in tiles]
    for tile in holes:
        tile[30:36, 50:60] = np.nan
    found = fftcore.register_tiles(holes, given)
    assert found.known.all() and errors(found, places).max() < 0.15


def test_farther_than_the_search():
    tiles, given, places = mosaic(jitter=0)
    given[8] += (0, 30)
    assert not fftcore.register_tiles(tiles, given, search=8).known[8]
    found = fftcore.register_tiles(tiles, given, search=35)
    assert found.known[8] and errors(found, places).max() < 0.15


@pytest.mark.parametrize("wrong", range(3))
def test_wrong_pairs_are_left_out(wrong):
    numbers = np.random.default_rng(wrong)
    row, column = np.divmod(np.arange(20), 5)
    places = np.stack([100.0 * column, 80.0 * row], 1)
    pairs = np.array([(i, j) for i in range(20) for j in range(i)
                      if np.abs(places[i] - places[j]).max() < 101])
    shifts = places[pairs[:, 1]] - places[pairs[:, 0]] + numbers.normal(0, 0.03, (len(pairs), 2))
    bad = numbers.choice(len(pairs), 2 * wrong, replace=False)
    shifts[bad] += numbers.uniform(4, 15, (2 * wrong, 2))
    given = places + numbers.uniform(-10, 10, places.shape)
    solved = _positions.solve(given, pairs, shifts, numbers.uniform(0.2, 1, len(pairs)), 1.0)
    assert set(np.flatnonzero(~solved.is_used)) == set(bad)
    away = solved.positions - places
    assert np.abs(away - away.mean(0)).max() < 0.1 and not solved.groups.any()


def test_groups_that_no_pair_ties():
    given = np.array([(0.0, 0), (90, 0), (180, 0), (270, 0)])
    pairs = np.array([(0, 1), (1, 2), (2, 3)])
    shifts = np.array([(92.0, 1), (np.nan, np.nan), (88, -1)])
    solved = _positions.solve(given, pairs, shifts, np.array([1.0, 0, 1]), 1.0)
    assert solved.groups.tolist() == [0, 0, 1, 1]
    assert np.allclose(np.diff(solved.positions, axis=0), [(92, 1), (90, 0), (88, -1)], atol=1e-3)
    assert np.allclose(solved.positions.mean(0), given.mean(0), atol=1e-3)
    assert np.isnan(solved.residuals[1])


TILES = [np.zeros((64, 64), "uint8")] * 2
AT = [(0, 0), (40, 0)]


@pytest.mark.parametrize("call, kind, words", (
    (lambda: fftcore.register_tiles(5, AT), TypeError, "tiles is 5; a list of images"),
    (lambda: fftcore.register_tiles([], []), ValueError, "tiles has no images"),
    (lambda: fftcore.register_tiles([TILES[0], TILES[0][1:]], AT), ValueError,
     r"tiles\[1\] is \(63, 64\) of uint8, and tiles\[0\] \(64, 64\)"),
    (lambda: fftcore.register_tiles([TILES[0], TILES[0] + 1j], AT), ValueError,
     r"tiles\[1\] is of complex128"),
    (lambda: fftcore.register_tiles(TILES), ValueError, "positions and grid are both given, or"),
    (lambda: fftcore.register_tiles(TILES, AT, grid=(1, 2)), ValueError, "positions and grid are"),
    (lambda: fftcore.register_tiles(TILES, AT[:1]), ValueError,
     r"positions has shape \(1, 2\); \(2, 2\) is expected"),
    (lambda: fftcore.register_tiles(TILES, [(0, 0), (np.nan, 1)]), ValueError,
     "positions has a number that is not finite"),
    (lambda: fftcore.register_tiles(TILES, grid=(2, 2)), ValueError, "grid is 2x2; rows and col"),
    (lambda: fftcore.register_tiles(TILES, grid=3), TypeError, "grid is 3; several whole numbers"),
    (lambda: fftcore.register_tiles(TILES, grid=(1, 2), overlap=1), ValueError, "overlap is 1.0;"),
    (lambda: fftcore.register_tiles(TILES, AT, search=-1), ValueError, "search is -1; 0 or more"),
    (lambda: fftcore.register_tiles(TILES, AT, tolerance=0), ValueError, "tolerance is 0.0; a fin"),
), ids=lambda value: value[:20] if isinstance(value, str) else "")
def test_wrong_calls_are_refused(call, kind, words):
    with pytest.raises(kind, match=words):
        call()
