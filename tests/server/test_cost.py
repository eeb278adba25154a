"""The law that no request costs more than its length: a stranger who sends twice as many bytes may make the server work
twice as hard, and not more. The work is counted in instructions (callgrind), whatever the shape of the request.

Usage: test_cost.py ECHO_SERVER
"""
import glob
import os
import re
import socket
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import raw  # noqa: E402

ECHO = os.path.abspath(sys.argv[1])
SIZES = [1250 * 2**i for i in range(7)]  # to 80,000
NOISE = 300000  # what the clock adds, and the kernel, which decides in how many pieces the bytes come
PIECE = 7
PIECE_COST = 1000 * PIECE  # if we cut them: so much for each piece, whatever came before it


def head(line, *headers):
    return "\r\n".join([line + " HTTP/1.1", "Host: t", *headers, "", ""]).encode()


def header(name, piece, line="GET /a.css", end=""):
    return lambda n: head(line, f"{name}: " + piece * (n // len(piece)) + end)


CHUNKED = head("POST /api/size", "Transfer-Encoding: chunked")
# A function of the size for each shape; it gives the bytes.
SHAPES = {
    "long chunk extension": lambda n: CHUNKED + b"1;" + b"x" * n + b"\r\na\r\n0\r\n\r\n",
    "long chunk size": lambda n: CHUNKED + b"0" * n + b"1\r\na\r\n0\r\n\r\n",
    "many chunks": lambda n: CHUNKED + b"1\r\na\r\n" * (n // 6) + b"0\r\n\r\n",
    "long trailers": lambda n: CHUNKED + b"0\r\n" + b"X: y\r\n" * (n // 6) + b"\r\n",
    "long body": lambda n: head("POST /api/size", f"Content-Length: {n}") + b"x" * n,
    "body that is not wanted": lambda n: head("GET /a.css", f"Content-Length: {n}") + b"x" * n,
    "many requests": lambda n: head("GET /api/where/") * (n // len(head("GET /api/where/"))),
    "many requests with bodies": lambda n: (head("POST /api/size", "Content-Length: 9") + b"x" * 9) * (n // 70),
    "many bad addresses": lambda n: head("GET /%zz") * (n // len(head("GET /%zz"))),
    "empty lines": lambda n: b"\r\n" * (n // 2),
    "zeros": lambda n: b"\0" * n,
    "long method": lambda n: b"G" * n + head(" /"),
    "long path": lambda n: head("GET /" + "a" * n),
    "slashes": lambda n: head("GET /" + "/" * n),
    "dots": lambda n: head("GET /" + "../" * (n // 3)),
    "encoded path": lambda n: head("GET /" + "%41" * (n // 3)),
    "open percents": lambda n: head("GET /" + "%" * n),
    "many arguments": lambda n: head("GET /?" + "a=b&" * (n // 4)),
    "empty arguments": lambda n: head("GET /?" + "&" * n),
    "equals": lambda n: head("GET /?a=" + "=" * n),
    "many headers": lambda n: head("GET /", *["X: y"] * (n // 6)),
    "many hosts": lambda n: head("GET /", *["Host: t"] * (n // 9)),
    "many lengths": lambda n: head("GET /", *["Content-Length: 1"] * (n // 19)),
    "many connections": lambda n: head("GET /", *["Connection: close"] * (n // 19)),
    "folded": lambda n: head("GET /", "X: y", *[" y"] * (n // 4)),
    "long name": lambda n: head("GET /", "X" * n + ": y"),
    "spaces": header("X", " ", end="y"),
    "spaces behind": lambda n: head("GET /", "X: y" + " " * n),
    "spaces between": header("X", "y "),
    "returns": header("X", "\r"),
    "long Host": header("Host", "t"),
    "long length": header("Content-Length", "0"),
    "long Connection": header("Connection", "close,"),
    "long Upgrade": header("Upgrade", "websocke, "),
    "long Expect": header("Expect", "100-continue"),
    "long X-Forwarded-For": header("X-Forwarded-For", "127.0.0.1,"),
    "commas in X-Forwarded-For": header("X-Forwarded-For", ","),
    "long Accept": header("Accept", "text/htm", line="GET /nothing"),
    "long Accept-Encoding": header("Accept-Encoding", "gzip;q=0,br;"),
    "long Accept-Encoding, not ours": header("Accept-Encoding", "gzi,"),
    "spaces in Accept-Encoding": header("Accept-Encoding", " ", end=", gzip"),
    "long If-None-Match": header("If-None-Match", '"0", '),
    "quotes in If-None-Match": header("If-None-Match", '"'),
    "long Origin": lambda n: head("GET /echo", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Origin: " + "://" * (n // 3)),
}


def send(port, data, piece=None):
    """Sends everything, then waits until the server has nothing more to say."""
    with raw.connect(port) as s:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for i in range(0, len(data), piece or len(data)):
                s.sendall(data[i:i + (piece or len(data))])
            s.shutdown(socket.SHUT_WR)
            while s.recv(65536):
                pass
        except ConnectionError:
            pass  # refused before everything was sent


def read_counts(folder):
    """Instructions up to each mark."""
    counts = {}
    for path in glob.glob(folder + "/out.*"):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        name = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
        if name:
            counts[name[1]] = int(re.search(r"^(?:totals|summary): (\d+)", text, re.M)[1])
    return counts


def judge(counts, piece=None):
    """Where twice the bytes cost more than twice the work, in words."""
    if piece:
        return [f"{size} bytes: {count} instructions" for size, count in zip(SIZES, counts)
                if count > NOISE + size // piece * PIECE_COST]
    steps = [b - a for a, b in zip(counts, counts[1:])]
    # A step is twice as long as the one before it.
    return [f"from {SIZES[i]} to {SIZES[i + 1]} bytes: {step} instructions; before that {steps[i - 1]}"
            for i, step in enumerate(steps) if i and step > 3 * max(steps[i - 1], 0) + NOISE]


def main():
    # The law itself can fail: at quadratic work it does, at linear work it does not.
    for piece in (None, PIECE):
        assert judge([n * n for n in SIZES], piece) and not judge([200000 + 100 * n for n in SIZES], piece)
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + "/web")
        for name in ("index.html", "a.css", "a.css.gz"):
            with open(f"{folder}/web/{name}", "w", encoding="utf-8") as f:
                f.write("x")
        server = raw.Server("valgrind", "--tool=callgrind", "--callgrind-out-file=" + folder + "/out", ECHO,
                            "folder=" + folder + "/web", "proxies=127.0.0.1", "body=100000")
        jobs = [(name, shape, None) for name, shape in SHAPES.items()]
        jobs += [(name + ", in pieces", SHAPES[name], PIECE) for name in ("long body", "many headers", "many requests")]
        raw.get(server.port, "/api/mark/start")
        for number, (_, shape, piece) in enumerate(jobs):
            for size in SIZES:
                send(server.port, shape(size), piece)
                raw.get(server.port, f"/api/mark/{number}.{size}")
        server.stop()
        counts = read_counts(folder)
    faults = []
    for number, (name, _, piece) in enumerate(jobs):
        costs = [counts[f"{number}.{size}"] for size in SIZES]
        print(f"{name}: {' '.join(map(str, costs))}")
        faults += [f"{name}: {fault}" for fault in judge(costs, piece)]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
