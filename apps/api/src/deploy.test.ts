import { globSync, readFileSync } from 'node:fs';
import { type RouteContract, routes } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { type Document, parseAllDocuments } from 'yaml';
import { environment } from './config/config.ts';
import { systemClock } from './platform/clock.ts';
import { createMetrics } from './platform/metrics/metrics.ts';

const deploy = new URL('../../../deploy/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, deploy), 'utf8');
const settings = Object.keys(environment.shape);

type Tree = { [key: string]: Tree } & Tree[] & string;
const documentsOf = (name: string): Tree[] =>
  (parseAllDocuments(textOf(name), { merge: true }) as Document[]).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Tree;
  });

const manifests = globSync('kubernetes/*.yaml', { cwd: deploy.pathname });
const objects = manifests.flatMap((name) => documentsOf(name));
const byKind = (kind: string) => {
  const object = objects.find((one) => one['kind'] === kind);
  if (object === undefined) throw new Error(`no ${kind}`);
  return object;
};

describe('the Grafana dashboard', () => {
  const metrics = createMetrics();
  metrics.collect({ clock: systemClock, backlog: async () => [] });
  const known = new Set(
    metrics.names().flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]),
  );
  const { panels } = JSON.parse(textOf('grafana/dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };

  /** Names of metrics in a query: identifiers that are not labels, functions or keywords. */
  const metricsIn = (query: string) => [
    ...new Set(
      query
        .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ')
        .match(/\b[a-z_][a-z0-9_]*\b(?! *\()/g) ?? [],
    ),
  ];

  test.each(panels.map(({ title, targets }) => [title, targets] as const))(
    '«%s» asks for metrics that exist',
    (_title, targets) => {
      for (const { expr } of targets) {
        const metricNames = metricsIn(expr);
        expect(metricNames.length, expr).toBeGreaterThan(0);
        expect(metricNames.filter((name) => !known.has(name))).toEqual([]);
      }
    },
  );

  test('docs/operations.md lists the metrics that exist', () => {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const table = page.split('| metric ')[1]?.split('\n\n')[0] ?? '';
    const listedNames = table
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name));
    const own = metrics.names().filter((name) => !/^(nodejs|process)_/.test(name));
    expect(listedNames.sort()).toEqual(own.sort());
  });

  test('the names in a query include a metric that does not exist', () => {
    expect(metricsIn('sum by (x) (rate(nothing_total{y="z"}[5m]))')).toContain('nothing_total');
    expect(known.has('nothing_total')).toBe(false);
  });
});

describe('the Compose files', () => {
  const [compose] = documentsOf('compose.yaml') as [Tree];
  const services = Object.entries(compose['services'] as Tree);
  const ownServices = services.filter(([, { image }]) => image === 'referral-dashboard');

  test('set only settings that the server has', () => {
    expect(ownServices.map(([name]) => name)).toEqual(['migrate', 'api-1', 'api-2', 'api-3']);
    for (const [, { environment: given }] of ownServices)
      expect(Object.keys(given ?? {}).filter((name) => !settings.includes(name))).toEqual([]);
  });

  test('require exactly the variables of the example file', () => {
    const used = [...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const given = [...textOf('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(given.sort());
  });

  test('make nginx balance over every process', () => {
    const upstream = [...textOf('nginx/site.conf').matchAll(/^ {2}server ([\w-]+):3000 /gm)].map(
      ([, name]) => name,
    );
    expect(upstream).toEqual(ownServices.map(([name]) => name).filter((name) => name !== 'migrate'));
  });

  test('make nginx start when a process is down and resolve its new address later', () => {
    const site = textOf('nginx/site.conf');
    const servers = [...site.matchAll(/^ {2}server api-.+;$/gm)];
    expect(servers.length).toBe(3);
    for (const [line] of servers) expect(line).toMatch(/ resolve;$/);
    expect(site).toMatch(/^ {2}zone api /m);
    expect(site).toMatch(/^ {2}resolver 127\.0\.0\.11 valid=/m);
    // Versions before 1.27.3 resolve the names of an upstream only once.
    expect(compose['services']?.['nginx']?.['image']).toMatch(/^nginx:(1\.(2[89]|[3-9]\d)|[2-9])/);
  });

  test('run every service without root, capabilities, new privileges or a writable root file system', () => {
    for (const [name, service] of services) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        user: expect.stringMatching(/^(node|[1-9]\d*:[1-9]\d*)$/),
      });
      expect(service['tmpfs'], name).toEqual(expect.arrayContaining(['/tmp']));
    }
  });

  test('mask the secrets of one-time links in the logs of nginx', () => {
    const site = textOf('nginx/site.conf');
    const [, masked = ''] = /"~\*(\^\(\?<link>[^"]+)"/.exec(site) ?? [];
    const pattern = new RegExp(masked, 'i');
    for (const path of ['/invite/secret', '/reset/secret', '/SETUP/secret', '/join/status/secret']) {
      expect(path.replace(pattern, '$<link>***').startsWith(path.slice(0, -6))).toBe(true);
      expect(pattern.test(path)).toBe(true);
    }
    for (const path of ['/leads', '/join/code', '/ref/code', '/invite/'])
      expect(pattern.test(path), path).toBe(false);
    expect(site).toMatch(/^ {2}access_log \S+ masked;$/m);
    expect(/log_format masked '([^']+)'/.exec(site)?.[1]).not.toMatch(
      /\$(request|request_uri|args|uri|http_referer)\b/,
    );
    expect(site).toMatch(
      /location ~\* \^\/\+\(\?:invite\|reset\|setup\|join\/\+status\)\/ \{\n {4}error_log \/dev\/null/,
    );
  });

  test('accept bodies of the largest size that the server accepts', () => {
    const [, maxBodyMb] = /client_max_body_size (\d+)m;/.exec(textOf('nginx/site.conf')) ?? [];
    expect(Number(maxBodyMb) * 1024 * 1024).toBeGreaterThanOrEqual(
      Math.max(...(Object.values(routes) as RouteContract[]).map(({ bodyBytes = 0 }) => bodyBytes)),
    );
  });

  test('give the owner of the tables to the migrations only', () => {
    const urlOf = (name: string) => String(compose['services']?.[name]?.['environment']?.['DATABASE_URL']);
    expect(urlOf('migrate')).toMatch(/^postgres:\/\/dashboard:/);
    for (const [name] of ownServices.filter(([name]) => name !== 'migrate'))
      expect(urlOf(name)).toMatch(/^postgres:\/\/dashboard_app:/);
    expect(compose['services']?.['migrate']?.['command']).toEqual(
      expect.arrayContaining(['--app-role', 'dashboard_app']),
    );
    expect(textOf('postgres/create-app-role.sh')).toContain('create role dashboard_app login');
  });

  test('run the migrations first and publish only the ports of nginx', () => {
    for (const [name, { depends_on: needs }] of ownServices)
      expect(needs).toEqual(
        name === 'migrate'
          ? { postgres: { condition: 'service_healthy' } }
          : { migrate: { condition: 'service_completed_successfully' } },
      );
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['nginx']);
  });
});

describe('the Kubernetes files', () => {
  const secrets = objects.filter(({ kind }) => kind === 'Secret');

  test('set only settings that the server has', () => {
    const given = [byKind('ConfigMap')['data'], ...secrets.map(({ stringData }) => stringData)].flatMap(
      (values) => Object.keys(values ?? {}),
    );
    expect(given.length).toBeGreaterThan(5);
    expect(given.filter((name) => !settings.includes(name))).toEqual([]);
    expect(String(secrets[0]?.['stringData']?.['SECRET_KEY'])).toBe('replace-me');
  });

  test('keep a pod until its replacement responds, and select the same pods everywhere', () => {
    const { spec } = byKind('Deployment') as Tree;
    expect(spec?.['strategy']).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
    const labels = spec?.['template']?.['metadata']?.['labels'];
    expect(spec?.['selector']).toEqual({ matchLabels: labels });
    expect(byKind('Service')['spec']?.['selector']).toEqual(labels);
    expect(byKind('PodDisruptionBudget')['spec']?.['selector']).toEqual({ matchLabels: labels });
    expect(byKind('NetworkPolicy')['spec']?.['podSelector']).toEqual({ matchLabels: labels });
    expect(Number(byKind('PodDisruptionBudget')['spec']?.['minAvailable'])).toBeLessThan(
      Number(spec?.['replicas']),
    );
  });

  test('use a config map and secrets that exist, the one of the owner for the migrations only', () => {
    const [forServer, forOwner] = secrets.map(({ metadata }) => ({
      secretRef: { name: metadata?.['name'] },
    }));
    const shared = [{ configMapRef: { name: byKind('ConfigMap')['metadata']?.['name'] } }, forServer];
    for (const [kind, expected] of [
      ['Deployment', shared],
      ['Job', [...shared, forOwner]],
    ] as const) {
      const [container] = (byKind(kind)['spec']?.['template']?.['spec']?.['containers'] ?? []) as Tree[];
      expect(container?.['envFrom']).toEqual(expected);
    }
  });
});

test.each(['../.gitignore', 'Dockerfile.dockerignore'])('filled-in secrets are excluded by %s', (name) => {
  expect(textOf(name).split('\n')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(\*\*\/)?\.env$/)]),
  );
});

test('the image sets only settings of the server and names no registry', () => {
  const dockerfile = textOf('Dockerfile');
  const set = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=/g)].map(([, name]) => name),
  );
  expect(set.filter((name) => name !== 'CI' && !settings.includes(name ?? ''))).toEqual([]);
  expect(dockerfile).toMatch(/^USER node$/m);
  const images = [...`${dockerfile}${textOf('compose.yaml')}`.matchAll(/(?:^FROM|image:) (\S+)/gm)];
  for (const [, image] of images) expect(image).not.toMatch(/[.:][^/]*\//);
});
