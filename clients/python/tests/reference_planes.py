"""A reference decoder of packed planes, which reads them bit by bit."""

from __future__ import annotations


def reference_planes(
    packed: bytes, plane_count: int, height: int, width: int
) -> list[list[list[int]]]:
    """Returns planes of rows of bits: most significant bit first, plane by plane, row by row."""
    bit_count = plane_count * height * width
    assert len(packed) == (bit_count + 7) // 8
    planes = []
    index = 0
    for _ in range(plane_count):
        plane = []
        for _ in range(height):
            row = []
            for _ in range(width):
                row.append(packed[index // 8] >> (7 - index % 8) & 1)
                index += 1
            plane.append(row)
        planes.append(plane)
    while index % 8 != 0:
        assert packed[index // 8] >> (7 - index % 8) & 1 == 0, "the padding is not zero"
        index += 1
    return planes
