# Jacobi sweeps by the documentation's MPI program under SMPI, SimGrid's simulation of MPI, beside the simulated job:
# messages, bytes, the order of sends, and seconds. Validation by SMPI, not a measurement.
#   smpi_test.py SMPIRUN APPORTION PROGRAM     prints tables; exit status 1 where the two differ by more than they may
# The program runs once for each division and must get the answer of one process. What it gave MPI is then replayed on
# each network, with computations between the sweeps, of which a simulation on one core knows nothing.
import json
import pathlib
import subprocess
import sys
import tempfile

SMPIRUN, APPORTION, PROGRAM = sys.argv[1:4]
ROWS, COLUMNS, WEIGHTS, LATENCY, SWEEPS = 300, 600, [4, 3, 2, 2, 1, 1, 1], 100, 10
PROCESSORS = len(WEIGHTS)
METHODS = ['ROUNDED[of=XY2]', 'ROUNDED[of=RecursiveBisection2]', 'JOGGED[of=TILE]', 'STRIPES']
# Replayed times are printed with six digits after the point: SMPI counts in microseconds.
UNIT = 1e6

# As MPI was measured to behave on a cluster of 7e9 bytes per second (taurus.xml of SimGrid's calibrations): by the
# least size in bytes, seconds and seconds per byte of a sender and of a receiver, and shares of the bandwidth.
SENDER = [(0, 5.694e-6, 1.868e-10), (1420, 6.053e-6, 1.292e-10), (32768, 6.637e-6, 1.588e-10)]
RECEIVER = [(0, 4.525e-6, 2.352e-10), (1420, 0, 0)]
BANDWIDTH = [(0, 0.6329), (1420, 0.4048), (32768, 0.379)]
EAGER = 17408
WIRE = 1.2e-6  # of a link; half of what a ping-pong leaves for the way
# SMPI lengthens each message by 16 bytes. Replays send two elements less, so that as many bytes travel as are counted.
HEADER = 2


def network(name):
    """The named network as a file for --network; the test checks that it is the same one."""
    base = {'bus': 1.25e6}.get(name, 1.25e8)
    links = [{'name': f'{way} {i}', 'bandwidth': base} for way in ('out', 'in') for i in range(PROCESSORS)]
    routes = {(i, j): [i, PROCESSORS + j] for i in range(PROCESSORS) for j in range(PROCESSORS) if i != j}
    if name == 'bus':
        links, routes = [{'name': 'bus', 'bandwidth': base}], dict.fromkeys(routes, [0])
    if name == 'backbone':
        links.append({'name': 'middle', 'bandwidth': base * PROCESSORS / 4})
        routes = {pair: way + [len(links) - 1] for pair, way in routes.items()}
    if name == 'crossbar':
        links = [{'name': f'{i} to {j}', 'bandwidth': base} for i, j in routes]
        routes = {pair: [k] for k, pair in enumerate(routes)}
    if name == 'two-level':
        group = [0] * ((PROCESSORS + 1) // 2) + [1] * (PROCESSORS // 2)
        wide = len(links)
        links += [{'name': f'wide {way} {g}', 'bandwidth': base / 10} for way in ('out', 'in') for g in (0, 1)]
        for (i, j), way in routes.items():
            if group[i] != group[j]:
                way += [wide + group[i], wide + 2 + group[j]]
    return described(links, routes, LATENCY * 8 / base)


def described(links, routes, startup):
    return {'schema': 1, 'startup': {'where': 'cpu', 'seconds': startup}, 'links': links,
            'routes': [{'from': i, 'to': j, 'links': way} for (i, j), way in routes.items()]}


def measured_star(bandwidth, startup):
    net = network('star')
    links = [{**link, 'bandwidth': bandwidth, 'latency': WIRE} for link in net['links']]
    return {**net, 'links': links, 'startup': {'where': 'cpu', 'seconds': startup}}


def platform(net, element_seconds):
    lines = ['<?xml version="1.0"?>', '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">',
             '<platform version="4.1"><zone id="all" routing="Full">']
    for i, weight in enumerate(WEIGHTS):
        speed = weight / (element_seconds * UNIT) if element_seconds > 0 else 1e18
        lines.append(f'<host id="{i}" speed="{speed!r}f"/>')
    for k, link in enumerate(net['links']):
        lines.append(f'<link id="{k}" bandwidth="{link["bandwidth"] / UNIT!r}Bps" '
                     f'latency="{link.get("latency", 0) * UNIT!r}s"/>')
    for route in net['routes']:
        way = ''.join(f'<link_ctn id="{k}"/>' for k in route['links'])
        lines.append(f'<route src="{route["from"]}" dst="{route["to"]}" symmetrical="NO">{way}</route>')
    return '\n'.join(lines + ['</zone></platform>', ''])


def steps(pieces):
    return ';'.join(':'.join([str(piece[0])] + [repr(value * UNIT) for value in piece[1:]]) for piece in pieces)


def settings(startup):
    """Of the simulated job: every message waits for its receiver, who takes it for nothing."""
    return {'smpi/ois': f'0:{startup * UNIT!r}:0', 'smpi/send-is-detached-thresh': 0, 'smpi/async-small-thresh': 0,
            'smpi/bw-factor': '0:1', 'smpi/lat-factor': '0:1'}


MEASURED = {'smpi/ois': steps(SENDER), 'smpi/os': steps(SENDER), 'smpi/or': steps(RECEIVER),
            'smpi/send-is-detached-thresh': EAGER, 'smpi/async-small-thresh': EAGER,
            'smpi/bw-factor': ';'.join(f'{size}:{share}' for size, share in BANDWIDTH), 'smpi/lat-factor': '0:1'}
COMMON = {'network/weight-S': 0, 'network/TCP-gamma': 0, 'network/crosstraffic': 0,
          'smpi/wtime': 0}


def output(words):
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f'{" ".join(map(str, words))}: exit status {run.returncode}\n{run.stdout}{run.stderr}')
    return run.stdout + run.stderr


def smpirun(folder, net, element_seconds, configuration, words):
    (folder / 'platform.xml').write_text(platform(net, element_seconds))
    (folder / 'hosts').write_text('\n'.join(map(str, range(PROCESSORS))) + '\n')
    flags = [f'--cfg={name}:{value}' for name, value in {**COMMON, **configuration}.items()]
    return output([SMPIRUN, '-np', str(PROCESSORS), '-platform', folder / 'platform.xml', '-hostfile', folder / 'hosts',
                   *flags, *words])


def solve(net, method, more):
    return output([APPORTION, 'solve', 'cells', '--rows', str(ROWS), '--columns', str(COLUMNS), '--weights',
                   ','.join(map(str, WEIGHTS)), '--algorithm', method, '--network', net, *more])


def modelled(net, method, element_seconds=0, more=()):
    return json.loads(solve(net, method, ['--element-seconds', repr(element_seconds), '--format', 'json', *more]))


def traced(folder, net, method, runs={}):  # noqa: B006: what was traced, by the files of its plan
    """What each process gave MPI in its sweeps, as lines of SMPI's trace, and the cells of each."""
    plan = pathlib.Path(tempfile.mkdtemp(dir=folder)) / 'plan'
    solve(net, method, ['--per-rank', plan])
    files = tuple((plan / f'rank-{i}.json').read_text() for i in range(PROCESSORS))
    if files in runs:
        return runs[files]
    trace = plan.parent / 'trace'
    said = smpirun(folder, network('star'), 0, {**settings(0), 'smpi/simulate-computation': 'no'},
                   ['-trace-ti', '-trace-file', trace, PROGRAM, plan, str(SWEEPS)])
    assert 'the answer of one process' in said, said
    lines = []
    for name in trace.read_text().split():
        rank = [line.split() for line in pathlib.Path(name).read_text().splitlines()]
        lines.append([words for words in rank if words[1] in ('irecv', 'isend', 'waitall')])
    runs[files] = lines, [json.loads(text)['cells'] for text in files]
    return runs[files]


def replayed(folder, run, net, element_seconds, configuration):
    """Seconds of a sweep."""
    lines, cells = run
    names = []
    for rank, words in enumerate(lines):
        text = [f'{rank} init']
        for line in words:
            text.append(' '.join(line if line[1] == 'waitall' else [*line[:4], str(int(line[4]) - HEADER), *line[5:]]))
            if line[1] == 'waitall' and element_seconds > 0:
                text.append(f'{rank} compute {cells[rank]}')
        names.append(folder / f'replay-{rank}.txt')
        names[-1].write_text('\n'.join(text + [f'{rank} finalize', '']))
    (folder / 'replay.txt').write_text('\n'.join(map(str, names)) + '\n')
    said = smpirun(folder, net, element_seconds, configuration, ['-replay', folder / 'replay.txt'])
    return float(said.split('Simulation time ')[1].split()[0]) / UNIT / SWEEPS


def counted(run, model):
    """Messages, bytes, and whether every process sends to its neighbours in the order of their numbers."""
    sends = [[words for words in rank if words[1] == 'isend'] for rank in run[0]]
    messages = sum(map(len, sends)) / SWEEPS
    sent = sum(8 * int(words[4]) for rank in sends for words in rank) / SWEEPS
    ordered = all([int(words[2]) for words in rank] == sorted({int(words[2]) for words in rank}) * SWEEPS
                  for rank in sends)
    return messages, sent, ordered and messages == 2 * model['neighbours'] and sent == 8 * model['volume']


def row(name, method, computing, ours, theirs):
    print(f'{name:<10} {method:<31} {computing:<9} {1e6 * ours:>10.3f} {1e6 * theirs:>10.3f} {theirs / ours:>8.4f}')


def compared(folder, file, nets, configuration, tolerance):
    """nets: the one that SMPI gets and the one that the model gets, in the file. Whether all rows and rankings agree."""
    fine = True
    runs = {method: traced(folder, file, method) for method in METHODS}
    for element_seconds in (0, 0.4 / nets[1]['links'][0]['bandwidth']):
        times = {}
        for method, run in runs.items():
            ours = modelled(file, method, element_seconds)['network']['simulated']
            theirs = replayed(folder, run, nets[0], element_seconds, configuration)
            times[method] = (ours, theirs)
            row(file.stem, method, 'computing' if element_seconds else 'messages', ours, theirs)
            fine = fine and abs(theirs / ours - 1) <= tolerance
        # Pairs that differ by more than the tolerance in the model.
        for one in METHODS:
            for other in METHODS:
                if times[one][0] < times[other][0] * (1 - max(tolerance, 1e-3)):
                    fine = fine and times[one][1] < times[other][1]
    return fine


def written(folder, name, net):
    file = folder / f'{name}.json'
    file.write_text(json.dumps(net))
    return file


def main():
    fine = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        star = written(folder, 'star', network('star'))
        print(f'{ROWS} x {COLUMNS} cells, speeds {WEIGHTS}, {SWEEPS} sweeps under SMPI\n')
        print(f'{"method":<31} {"messages":>8} {"modelled":>8} {"bytes":>8} {"modelled":>8}  order of sends')
        for method in METHODS:
            model = modelled(star, method)
            messages, sent, same = counted(traced(folder, star, method), model)
            print(f'{method:<31} {messages:>8g} {2 * model["neighbours"]:>8} {sent:>8g} {8 * model["volume"]:>8}  '
                  f'{"the same" if same else "ANOTHER"}')
            fine = fine and same
        print(f'\n{"network":<10} {"method":<31} {"":<9} {"model, us":>10} {"SMPI, us":>10} {"ratio":>8}')
        for name in ('bus', 'star', 'backbone', 'crossbar', 'two-level'):
            net = network(name)
            file = written(folder, name, net)
            fine = compared(folder, file, (net, net), settings(net['startup']['seconds']), 1e-5) and fine
            ours = modelled(file, METHODS[0])['network']['simulated']
            named = modelled(name, METHODS[0], more=['--latency', str(LATENCY)])['network']['simulated']
            if abs(ours / named - 1) > 1e-12:
                print(f'{name}: not the network of that name, {ours} and {named}')
                fine = False
        print('\nSenders, receivers, bandwidth and eager messages as measured on a cluster; the model has a start-up '
              'and a bandwidth\n')
        model = measured_star(7e9 * BANDWIDTH[1][1], SENDER[1][1])
        compared(folder, written(folder, 'measured', model), (measured_star(7e9, 0), model), MEASURED, 1)
    return 0 if fine else 1


if __name__ == '__main__':
    sys.exit(main())
