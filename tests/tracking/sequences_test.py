# SPDX-License-Identifier: LGPL-2.1-or-later
"""sequences_test.py [FOLDER]: the sequences show what their truth says. With a folder, a picture of
some frames of each goes there."""
import os
import sys
import unittest

import cv2
import numpy as np
import sequences


def few(sequence, numbers):
    """Frames of these numbers."""
    last = max(numbers)
    found = {}
    for number, frame in enumerate(sequence.frames()):
        if number in numbers:
            found[number] = frame
        if number == last:
            return found
    raise AssertionError(f"{sequence.name} ends before frame {last}")


class Sequences(unittest.TestCase):
    def test_there_are_thirty_and_ten_are_for_tuning(self):
        self.assertEqual(len(sequences.SEQUENCES), 30)
        self.assertEqual(len(sequences.TUNING), 10)
        self.assertEqual({one.name for one in sequences.TUNING + sequences.HELD_OUT},
                         {one.name for one in sequences.SEQUENCES})

    def test_they_begin_with_a_target_in_the_picture_and_are_the_same_each_time(self):
        for number, sequence in enumerate(sequences.SEQUENCES):
            with self.subTest(sequence.name):
                first = few(sequence, {0})[0]
                rows, columns = first.image.shape[:2]
                x, y, width, height = first.box
                self.assertTrue(x >= 0 and y >= 0 and x + width <= columns and y + height <= rows)
                self.assertGreater(first.visible, 0.95)
                if number % 4 == 3:
                    again = few(sequence, {0})[0]
                    self.assertEqual(first.box, again.box)
                    self.assertTrue(np.array_equal(first.image, again.image))

    def test_boxes_are_where_the_target_is_drawn(self):
        """A target of one colour over a black frame, by the same calls."""
        random = np.random.default_rng(1)
        shape = (300, 400, 3)
        sprite = sequences.Sprite(np.full((200, 200, 3), 255, np.uint8), (100, 100), 40, 60)
        for _ in range(40):
            pose = sequences.Pose(*random.uniform(110, 190, 2), random.uniform(0.5, 2),
                                  random.uniform(-0.5, 0.5))
            _, alpha = sprite.drawn(pose, shape)
            self.assertAlmostEqual(float(alpha.sum()),
                                   np.pi * 20 * 30 * pose.scale**2, delta=30 * pose.scale**2)
            rows, columns = (np.flatnonzero((alpha[..., 0] > 0.5).any(axis)) for axis in (1, 0))
            x, y, width, height = sprite.box(pose)
            for got, want in ((columns[0], x), (rows[0], y), (columns[-1] + 1, x + width),
                              (rows[-1] + 1, y + height)):
                self.assertLess(abs(got - want), 2)
            middle = [(alpha[..., 0].sum(axis) * (np.arange(count) + 0.5)).sum() / alpha.sum()
                      for axis, count in ((0, 400), (1, 300))]
            self.assertLess(abs(middle[0] - pose.x), 0.1)
            self.assertLess(abs(middle[1] - pose.y), 0.1)

    def test_a_shaken_box_goes_with_the_picture(self):
        image = np.zeros((200, 300, 3), np.float32)
        cv2.rectangle(image, (100, 60), (139, 99), (255, 255, 255), -1)
        shake = np.array([7.0, -4.0, np.radians(0.5)])
        moved, box = sequences._shaken(image, (100, 60, 40, 40), shake)
        weights = moved[..., 0] / moved[..., 0].sum()
        y, x = np.mgrid[:200, :300] + 0.5
        self.assertLess(abs((weights * x).sum() - (box[0] + box[2] / 2)), 0.05)
        self.assertLess(abs((weights * y).sum() - (box[1] + box[3] / 2)), 0.05)

    def test_what_an_attribute_says_happens(self):
        def scene_of(name):
            scene, backgrounds = next(one for one in sequences.SEQUENCES
                                      if one.name == name).scene()
            return scene, next(backgrounds)

        def seen_in(name, numbers):
            scene, background = scene_of(name)
            return [scene.frame(t, background).visible for t in numbers]

        seen = seen_in("occlusion 2", range(30, 120, 3))
        self.assertGreaterEqual(sum(part < 0.02 for part in seen), 7)
        self.assertGreater(seen[-1], 0.95)
        seen = seen_in("leaving 2", range(0, 120, 4))
        gone = [number for number, part in enumerate(seen) if part < 0.02]
        self.assertTrue(gone)
        self.assertGreater(max(seen[gone[0]:]), 0.5)
        scene, _ = scene_of("scale 2")
        sizes = [scene.sprite.box(scene.pose(t))[2] for t in range(sequences.FRAMES)]
        self.assertGreater(max(sizes) / min(sizes), 2.5)
        scene, _ = scene_of("motion 2")
        places = np.array([scene.pose(t)[:2] for t in range(sequences.FRAMES)])
        steps = np.hypot(*np.diff(places, axis=0).T)
        self.assertTrue(8 < steps.max() <= 12.5)


def sheet(folder):
    os.makedirs(folder, exist_ok=True)
    for sequence in sequences.SEQUENCES:
        small = []
        for number, frame in few(sequence, set(range(0, 120, 17))).items():
            image = frame.image.copy()
            if frame.box:
                x, y, width, height = (int(round(part)) for part in frame.box)
                cv2.rectangle(image, (x, y), (x + width, y + height), (0, 255, 255), 2)
            cv2.putText(image, f"{number} {frame.visible:.2f}", (10, 40), 0, 1.2, (255,) * 3, 3)
            small.append(cv2.resize(image, None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA))
        half = (len(small) + 1) // 2
        small += [np.zeros_like(small[0])] * (2 * half - len(small))
        cv2.imwrite(os.path.join(folder, sequence.name.replace(" ", "-") + ".jpg"),
                    np.vstack([np.hstack(small[:half]), np.hstack(small[half:])]))


if __name__ == "__main__":
    if len(sys.argv) == 2:
        sheet(sys.argv[1])
    else:
        unittest.main()
