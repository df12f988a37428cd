import { posix } from 'node:path';
import { FRAME } from './manifest.ts';

type Module = { code: string | null; importedIds: readonly string[] };
type Graph = { getModuleInfo: (id: string) => Module | null };

const ROOT = import.meta.dirname.replaceAll('\\', '/');
const PAGES = `${ROOT}/src/pages/`;
const pages = (...names: string[]) => names.map((name) => `${PAGES}${name}.tsx`);

/** Pages that signed-in users switch between, the landing page first. */
const OWN = pages(
  'home',
  'leads',
  'partner',
  'partner-create',
  'partners',
  'payments',
  'program',
  'program-create',
  'programs',
  'profile/profile',
);
const FRAMES = FRAME.map((name) => `${ROOT}/${name}`);
/**
 * Minimum number of pages that must share a module before it moves to a common chunk. Modules shorter than SMALL characters need
 * only SMALL_FROM pages.
 */
const [COMMON_FROM, SMALL_FROM, SMALL] = [6, 3, 1_500];

/** Modules that only re-export. A named import from one of them needs only the module that defines the name. */
const BARREL = /\/(@mantine\/\w+\/esm\/index\.mjs|tabler-icons-react\.mjs|src\/shared\/ui\/icons\.ts)$/;
const NAMED = /(?:import|export)\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g;

/** Names that a module imports or re-exports: the exported name and the local name of each. */
const namedIn = (code: string | null) =>
  [...(code ?? '').matchAll(NAMED)].map(([, list = '', from = '']) => ({
    from,
    names: list.split(',').map((one) => {
      const [theirs = '', ours = theirs] = one.trim().split(/\s+as\s+/);
      return { theirs, ours };
    }),
  }));

const resolved = (from: string, importer: string, importedIds: readonly string[]) =>
  from.startsWith('.')
    ? posix.join(posix.dirname(importer), from)
    : (importedIds.find((id) => BARREL.test(id) && id.includes(`/node_modules/${from}/`)) ?? from);

/** Modules that define the requested names of a barrel. */
function behind(barrel: string, wanted: ReadonlySet<string>, graph: Graph): string[] {
  const { code = null, importedIds = [] } = graph.getModuleInfo(barrel) ?? {};
  return namedIn(code).flatMap(({ from, names }) => {
    const theirs = names.filter(({ ours }) => wanted.has(ours)).map((name) => name.theirs);
    if (theirs.length === 0) return [];
    const id = resolved(from, barrel, importedIds);
    return BARREL.test(id) ? behind(id, new Set(theirs), graph) : [id];
  });
}

/** Ids of the modules a module still needs after tree shaking. */
function neededBy(id: string, { code, importedIds }: Module, graph: Graph): string[] {
  const named = namedIn(code);
  return importedIds.flatMap((imported) => {
    if (!BARREL.test(imported)) return [imported];
    const wanted = named
      .filter(({ from }) => resolved(from, id, importedIds) === imported)
      .flatMap(({ names }) => names.map(({ theirs }) => theirs));
    return behind(imported, new Set(wanted), graph);
  });
}

function reachedFrom(starts: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>();
  const rest = [...starts];
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const module = graph.getModuleInfo(id);
    if (module !== null) rest.push(...neededBy(id, module, graph));
  }
  return reached;
}

/** Returns true for entry modules: pages and frames, which are imported dynamically. */
const isAskedFor = (id: string) => id.startsWith(PAGES) || FRAMES.includes(id);

/** Module ids of each chunk group, including their dependencies. */
function sets(graph: Graph) {
  const own = OWN.map((page) => reachedFrom([page], graph));
  const isOften = (id: string) => {
    const isSmall = (graph.getModuleInfo(id)?.code?.length ?? 0) < SMALL;
    return own.filter((one) => one.has(id)).length >= (isSmall ? SMALL_FROM : COMMON_FROM);
  };
  const often = [...new Set(own.flatMap((one) => [...one]))].filter(isOften);
  const [home = new Set<string>()] = own;
  const common = reachedFrom([...FRAMES, ...often.filter((id) => home.has(id))], graph);
  const work = reachedFrom(often, graph);
  const applicant = reachedFrom(pages('entry/application', 'entry/join', 'entry/setup'), graph);
  return {
    entry: reachedFrom(pages('entry/login'), graph),
    visitor: reachedFrom(pages('entry/invite'), graph),
    base: new Set([...common, ...work].filter((id) => applicant.has(id))),
    common,
    work,
  };
}

/** Groups shared modules into a few chunks, in the order users reach them. Without grouping each module would cost a separate request. */
export function sharedChunks() {
  let known: ReturnType<typeof sets> | undefined;
  return (['entry', 'visitor', 'base', 'common', 'work'] as const).map((name) => ({
    debugName: name,
    name(id: string, graph: Graph) {
      known ??= sets(graph);
      return known[name].has(id) && !isAskedFor(id) ? name : null;
    },
  }));
}
