import { join, relative } from 'node:path';
import type { Plugin } from 'vitest/config';
import type { Site } from './switch.ts';

const source = join(import.meta.dirname, '../../../src');
const RUN_TIME = join(import.meta.dirname, 'switch.ts');

/** Files whose `throw` statements are switched. In all other files only conditions of queries are. */
const GUARDS = /^(platform\/http\/(guard|viewer)|people\/sessions\/(authenticate|tokens))\.ts$/;
const WHOLE = /(^|\.)(organization_id|user_id)$/;

type Member =
  | 'value'
  | 'name'
  | 'property'
  | 'object'
  | 'callee'
  | 'arguments'
  | 'expressions'
  | 'quasi'
  | 'quasis';
type Node = { type: string; start: number; end: number } & {
  [member in Member | 'consequent' | 'test']?: unknown;
};
type Edit = { at: number; until: number; text: string };
/** `range` is the range of code used as the name of the site. */
type Candidate = Pick<Site, 'kind' | 'isSecond'> & {
  node: Node;
  range: readonly [number, number];
  edits: (id: string) => Edit[];
};

const isNode = (value: unknown): value is Node => typeof Object(value).type === 'string';
const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode);
const text = (node: Node | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
const nameOf = (node: Node | undefined): string =>
  node?.type === 'MemberExpression' ? nameOf(nodesIn(node.property)[0]) : String(node?.name ?? '');

/** Yields every node of a tree with its ancestors, parents first. */
function* walk(node: Node, around: readonly Node[] = []): Generator<[Node, readonly Node[]]> {
  yield [node, around];
  for (const [member, value] of Object.entries(node)) {
    if (member !== 'parent') for (const child of nodesIn(value)) yield* walk(child, [node, ...around]);
  }
}

const OWN_ID = /(^|\.)(?!organization_|user_)(\w+_)?(id|key|code)$/;

/** The end of SQL before a value: an object id equals it or is in it. */
const BEFORE_ID = /\b(?!organization_|user_)(\w+_)?id = (any\()?$/m;

const rawOf = (quasi: Node | undefined) => (Object(quasi?.value) as { raw?: string }).raw ?? '';

const asksForId = ([column, sign, value]: Node[]) =>
  (/^(=|in)$/.test(text(sign)) && OWN_ID.test(text(column)) && nameOf(value) !== 'organizationId') ||
  // where(sql`payment_id = any(${ids}::uuid[])`)
  nodesIn(nodesIn(column?.quasi)[0]?.quasis).some((quasi) => BEFORE_ID.test(rawOf(quasi)));

/** Returns true when the call chain of `node` also compares an object id, or compares the organization again. */
function isSecondIn(node: Node, around: readonly Node[]): boolean {
  const isLink = ({ type }: Node) => ['CallExpression', 'MemberExpression'].includes(type);
  const end = around.findIndex(
    (one, at) => !isLink(one) || nodesIn(one.arguments).includes(around[at - 1] ?? node),
  );
  let link: Node | undefined = [node, ...around.slice(0, end)].at(-1);
  while (link !== undefined && isLink(link)) {
    const isNamed = ['where', 'on'].includes(nameOf(nodesIn(link.callee)[0]));
    const args = nodesIn(link.arguments);
    if (isNamed && (asksForId(args) || (link !== node && isScope(args)))) return true;
    // where((where) => where.or([where('id', '=', …), …]))
    const inner = nodesIn(link.arguments).filter(({ type }) => type === 'ArrowFunctionExpression');
    for (const [one] of inner.flatMap((each) => [...walk(each)]))
      if (one.type === 'CallExpression' && asksForId(nodesIn(one.arguments))) return true;
    [link] = nodesIn(link.callee ?? link.object);
  }
  return false;
}

const isScope = ([column, sign, value]: Node[]) =>
  text(sign) === '=' &&
  (WHOLE.test(text(column)) || (text(column) !== '' && nameOf(value) === 'organizationId'));

const around = ({ start, end }: Node, before: string, after: string): Edit[] => [
  { at: start, until: start, text: before },
  { at: end, until: end, text: after },
];

/** `x.where('organization_id', '=', …)`, `where('organization_id', '=', …)` and `visibleTo(…)`. */
function callCandidate(node: Node, parents: readonly Node[]): Candidate | undefined {
  const callee = nodesIn(node.callee)[0];
  const args = nodesIn(node.arguments);
  if (callee?.type === 'Identifier' && (nameOf(callee) === 'visibleTo' || isScope(args)))
    return {
      node,
      range: [node.start, node.end],
      kind: 'scope',
      isSecond: false,
      edits: (id) => around(node, `condition('${id}', () => `, ')'),
    };
  const [receiver] = nodesIn(callee?.object);
  const [first] = args;
  const method = nameOf(callee);
  if (receiver === undefined || first === undefined || !['where', 'on'].includes(method) || !isScope(args))
    return undefined;
  return {
    node,
    range: [receiver.end, node.end],
    kind: 'scope',
    isSecond: isSecondIn(node, parents),
    edits: (id) => [
      { at: receiver.start, until: receiver.start, text: `scoped('${id}', ` },
      { at: receiver.end, until: first.start, text: `, '${method}', ` },
    ],
  };
}

/** sql`… organization_id = ${value} …` */
function templateCandidates(node: Node): Candidate[] {
  const values = nodesIn(node.expressions);
  const parts = nodesIn(node.quasis);
  const otherParts = (at: number) => rawOf(parts.at(at + 1));
  return parts.flatMap((quasi, at): Candidate[] => {
    const raw = rawOf(quasi);
    const column = /([\w.]+) = $/.exec(raw)?.[1] ?? '';
    const value = values[at];
    if (value === undefined || !(WHOLE.test(column) || nameOf(value) === 'organizationId')) return [];
    // Assignments of an update are not conditions.
    if (/\bset\s+[^()]*$/.test(raw) && !/\bwhere\b/.test(raw)) return [];
    return [
      {
        node: value,
        range: [value.start - column.length - 5, value.end + 1],
        kind: 'scope',
        isSecond: BEFORE_ID.test(otherParts(at)),
        edits: (id: string) => around(value, `compared('${id}', '${column}', `, ')'),
      },
    ];
  });
}

/** if (…) throw …, in a guard. */
function refusalCandidate(node: Node): Candidate | undefined {
  const [consequent] = nodesIn(node.consequent);
  const [test] = nodesIn(node.test);
  if (consequent?.type !== 'ThrowStatement' || test === undefined) return undefined;
  return {
    node: test,
    range: [test.start, test.end],
    kind: 'refusal',
    isSecond: false,
    edits: (id) => around(test, `refuses('${id}', `, ')'),
  };
}

function candidatesIn(tree: Node, isGuard: boolean): Candidate[] {
  return [...walk(tree)].flatMap(([node, around]): Candidate[] => {
    if (isGuard && node.type === 'IfStatement') return [refusalCandidate(node) ?? []].flat();
    if (node.type === 'CallExpression') return [callCandidate(node, around) ?? []].flat();
    return node.type === 'TemplateLiteral' ? templateCandidates(node) : [];
  });
}

/** Adds a switch to every authorization condition of the server. */
export const instrument = (): Plugin => ({
  name: 'guard-switches',
  transform(code, path) {
    const file = relative(source, path.split('?')[0] ?? '');
    if (
      !/^(platform|database|audit|organization|messages|people|money|referrals|insights)\/.*(?<!\.test)\.ts$/.test(
        file,
      )
    )
      return undefined;
    // The callers of this function are switched instead.
    if (file === 'people/visibility.ts') return undefined;
    const found = candidatesIn(this.parse(code) as unknown as Node, GUARDS.test(file));
    if (found.length === 0) return undefined;
    const occurrences = new Map<string, number>();
    const sites = found.map(({ range, kind, isSecond }): Site => {
      const name = code.slice(...range).replace(/\s+/g, ' ');
      const times = (occurrences.get(name) ?? 0) + 1;
      occurrences.set(name, times);
      return {
        id: `${file}#${range[0]}`,
        file,
        kind,
        isSecond,
        code: times === 1 ? name : `${name} (${times})`,
      };
    });
    const edits = found
      .flatMap(({ edits: editsOf, node }, at) =>
        editsOf(sites[at]?.id ?? '').map((edit, order) => ({ ...edit, order, width: node.end - node.start })),
      )
      .sort((a, b) => b.at - a.at || (a.order === 0 ? a.width - b.width : b.width - a.width));
    let output = code;
    for (const { at, until, text: put } of edits)
      output = `${output.slice(0, at)}${put}${output.slice(until)}`;
    const names = ['compared', 'condition', 'declareSites', 'refuses', 'scoped'].join(', ');
    return {
      code: `import { ${names} } from ${JSON.stringify(RUN_TIME)};\ndeclareSites(${JSON.stringify(sites)});\n${output}`,
      map: null,
    };
  },
});
