"""Self-play on a real local Ray: the same run with actors as without, though one of them is killed."""

import os
import signal

import pytest
import ray

from paiju.train.config import read_config
from paiju.train.runs import Run
from paiju.train.storage import CHECKPOINT, read_tensors
from paiju.train.workers import RayWorkers, connect
from tests.train.running import tiny

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster():
    connect("local", 2)
    yield
    ray.shutdown()


class Watched(RayWorkers):
    """Actors of which one is killed a given number of times: by the system, or permanently."""

    def __init__(self, *arguments, deaths):
        super().__init__(*arguments)
        self.deaths = dict(deaths)

    def begin(self, item, weights, version):
        super().begin(item, weights, version)
        how = self.deaths.pop(item.number, None)
        if how == "kill -9":
            actor = self.actors[item.number % len(self.actors)]
            os.kill(ray.get(actor.__ray_call__.remote(lambda worker: os.getpid())), signal.SIGKILL)
        elif how == "for good":
            ray.kill(self.actors[item.number % len(self.actors)], no_restart=True)


def trained(folder, config, pool=None):
    folder.mkdir()
    Run(folder, config, resume=False, say=lambda line: None, pool=pool).go_on()
    return read_tensors(folder / CHECKPOINT)


def same(one, other):
    for name in ("firsts", "written", "chance", "versions"):
        assert one[1][name] == other[1][name]
    return one[0].keys() == other[0].keys() and all(
        (array == other[0][name]).all() for name, array in one[0].items()
    )


def test_the_number_and_deaths_of_actors_change_nothing(cluster, tmp_path, rng):
    path = tiny(tmp_path / "tiny.toml", rng.randrange(1000), leases=6)
    path.write_text(path.read_text().replace("[play]", "[play]\nahead = 2"))
    config = read_config(path)
    alone = trained(tmp_path / "alone", config)
    for count, deaths in ((2, {1: "kill -9", 4: "for good"}), (1, {})):

        def pool(kind, *arguments, count=count, deaths=deaths):
            return Watched(count, kind, *arguments, deaths=deaths)

        assert same(alone, trained(tmp_path / f"with {count}", config, pool))
