"""Small packages in the place of PettingZoo and Gymnasium, which Debian does not have: the base classes and spaces that the
package uses, and nothing else. What an environment has to define raises NotImplementedError here."""
import pathlib
import textwrap

_FILES = {
    "pettingzoo/__init__.py": """
        class AECEnv:
            def _missing(self, *_, **__):
                raise NotImplementedError

            step = reset = observe = last = render = close = agent_iter = observation_space = action_space = _missing
            num_agents = max_num_agents = unwrapped = property(_missing)
        """,
    "gymnasium/__init__.py": "",
    "gymnasium/spaces.py": """
        import numpy as np


        class Space:
            random = np.random.default_rng(1)

            def seed(self, seed=None):
                self.random = np.random.default_rng(seed)

            def __contains__(self, value):
                return self.contains(value)


        class Box(Space):
            def __init__(self, low, high, shape, dtype):
                self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

            def contains(self, value):
                return (value.shape == self.shape and value.dtype == self.dtype
                        and self.low <= value.min() and value.max() <= self.high)


        class Discrete(Space):
            def __init__(self, n):
                self.n = n

            def sample(self, mask):
                assert mask.dtype == np.int8 and mask.shape == (self.n,)
                return self.random.choice(np.flatnonzero(mask))

            def contains(self, value):
                return 0 <= value < self.n


        class MultiDiscrete(Space):
            def __init__(self, nvec):
                self.nvec, self.shape = nvec, nvec.shape

            def sample(self, mask):
                assert isinstance(mask, tuple) and all(row.dtype == np.int8 for row in mask)
                return np.array([self.random.choice(np.flatnonzero(row)) for row in mask])

            def contains(self, value):
                return value.shape == self.shape and bool((0 <= value).all() and (value < self.nvec).all())


        class Dict(Space):
            def __init__(self, spaces):
                self.spaces = spaces

            def contains(self, value):
                return value.keys() == self.spaces.keys() and all(value[k] in space for k, space in self.spaces.items())

            def __getitem__(self, name):
                return self.spaces[name]
        """,
    "gymnasium/vector/__init__.py": """
        import enum


        class AutoresetMode(enum.Enum):
            NEXT_STEP = "NextStep"
            SAME_STEP = "SameStep"
            DISABLED = "Disabled"


        class VectorEnv:
            metadata = {}
            closed = False

            def _missing(self, *_, **__):
                raise NotImplementedError

            step = reset = close = _missing
            unwrapped = property(_missing)
        """,
    "gymnasium/vector/utils.py": """
        import numpy as np
        from gymnasium.spaces import Box, MultiDiscrete


        def batch_space(space, n):
            if isinstance(space, Box):
                return Box(space.low, space.high, (n, *space.shape), space.dtype)
            return MultiDiscrete(np.full(n, space.n))
        """,
}


def write(folder):
    """Writes the packages into a folder, for sys.path."""
    for name, text in _FILES.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
