"""OpenStack Swift with its S3 door, whole and in one process: account, container, object and proxy server.

Usage: serve-swift.py <folder> <access key> <secret key> <bucket>
Prints the port of the proxy on a line of its own once it answers, and ends with its standard input.
"""

import os
import sys
from urllib.request import Request, urlopen

import eventlet

eventlet.monkey_patch()
# Nobody is asked for the way to this machine itself.
os.environ.pop("http_proxy", None)

from eventlet import listen, tpool, wsgi  # noqa: E402
from paste.deploy import loadapp  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol  # noqa: E402

folder, access_key, secret_key, bucket = sys.argv[1:5]
account, user = access_key.split(":")

# What swift.conf would say: the salt of the rings' hashes.
utils.HASH_PATH_SUFFIX = b"suffix"
utils.HASH_PATH_PREFIX = b"prefix"

SERVERS = ("account", "container", "object")
sockets = {name: listen(("127.0.0.1", 0)) for name in (*SERVERS, "proxy")}
ports = {name: socket.getsockname()[1] for name, socket in sockets.items()}

os.makedirs(os.path.join(folder, "devices", "disk"))
for name in SERVERS:
    builder = RingBuilder(part_power=0, replicas=1, min_part_hours=0)
    builder.add_dev(
        {"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": ports[name], "device": "disk",
         "replication_ip": "127.0.0.1", "replication_port": ports[name]}
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))

CONFS = {
    **{
        name: f"""
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
[app:main]
use = egg:swift#{name}
"""
        for name in SERVERS
    },
    "proxy": f"""
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors listing_formats bulk s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret_key} .admin
""",
}


class Cache:
    """What Swift keeps in memcached, kept here: nobody else asks."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **_):
        return self.kept.get(key)

    def set(self, key, value, **_):
        self.kept[key] = value

    def delete(self, key, **_):
        self.kept.pop(key, None)


class Quiet:
    def write(self, text):
        pass


def serve(name):
    path = os.path.join(folder, f"{name}.conf")
    with open(path, "w") as file:
        file.write(CONFS[name])
    app = loadapp(f"config:{path}", global_conf={"log_name": name})
    cache = Cache()

    def with_cache(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return eventlet.spawn(wsgi.server, sockets[name], with_cache, Quiet(), protocol=SwiftHttpProtocol)


for name in sockets:
    serve(name)

signed_in = urlopen(
    Request(
        f"http://127.0.0.1:{ports['proxy']}/auth/v1.0",
        headers={"X-Auth-User": access_key, "X-Auth-Key": secret_key},
    )
)
urlopen(
    Request(
        f"{signed_in.headers['X-Storage-Url']}/{bucket}",
        method="PUT",
        headers={"X-Auth-Token": signed_in.headers["X-Auth-Token"]},
    )
)
print(ports["proxy"], flush=True)
tpool.execute(sys.stdin.read)
