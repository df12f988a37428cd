/** The import rule of docs/architecture.md, as a check that fails. */
const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(apps|packages|examples)/', pathNot: to },
});

/** Layers of the server, lowest first. The last eight are contexts. */
const API = [
  'platform',
  'database',
  'audit',
  'organization',
  'messages',
  'integrations',
  'people',
  'money',
  'referrals',
  'imports',
  'insights',
];

/** A layer imports itself, the layers below it and the contract. */
const layers = API.map((layer, at) =>
  only(
    `${layer}-imports-lower-layers`,
    `^apps/api/src/${layer}/`,
    `^(apps/api/src/(${API.slice(0, at + 1).join('|')})/|packages/api-contract/)`,
  ),
);

/** Folders of the contract, lowest first: shared schemas, then the contexts in the order of the server. */
const CONTRACT = [
  'values',
  'base',
  'audit',
  'organization',
  'messages',
  'integrations',
  'people',
  'money',
  'referrals',
  'imports',
  'insights',
];

/** A folder of the contract imports itself and the folders below it. */
const contractFolders = CONTRACT.map((folder, at) =>
  only(
    `contract-${folder}-imports-lower-folders`,
    `^packages/api-contract/src/${folder}/`,
    `^packages/api-contract/src/(${CONTRACT.slice(0, at + 1).join('|')})/`,
  ),
);

/** Code outside a context imports its index.ts. Tests may import any of its files. */
const doors = API.slice(2).map((context) => ({
  name: `${context}-is-imported-through-its-index`,
  severity: 'error',
  from: {
    path: '^apps/api/src/',
    pathNot: `^apps/api/src/(${context}|testing)/|^apps/api/src/testing[.]ts$|[.]test[.]ts$`,
  },
  to: { path: `^apps/api/src/${context}/`, pathNot: `^apps/api/src/${context}/index[.]ts$` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    only('auth-core-imports-nothing', '^packages/auth-core/src/', '^packages/auth-core/'),
    only('react-auth-imports-auth-core', '^packages/react-auth/src/', '^packages/(react-auth|auth-core)/'),
    only('contract-imports-nothing', '^packages/api-contract/', '^packages/api-contract/'),
    only(
      'shared-knows-nothing-above-it',
      '^apps/dashboard/src/shared/',
      '^(apps/dashboard/src/(shared|testing)/|packages/)',
    ),
    only(
      'an-entity-knows-shared-and-itself',
      '^apps/dashboard/src/entities/([^/]+)/',
      '^(apps/dashboard/src/(shared|testing|entities/$1)/|packages/)',
    ),
    only(
      'a-feature-knows-entities-shared-and-itself',
      '^apps/dashboard/src/features/((?:account/)?[^/]+)/',
      '^(apps/dashboard/src/(shared|testing|entities|features/$1)/|packages/)',
    ),
    only(
      'a-page-knows-all-below-it',
      '^apps/dashboard/src/pages/',
      '^(apps/dashboard/src/(shared|testing|entities|features|pages)/|packages/)',
    ),
    ...layers,
    ...contractFolders,
    ...doors,
    {
      name: 'a-process-reads-the-environment',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: '^apps/api/src/((main|start)[.]ts$|config/|cli/)|[.]test[.]ts$',
      },
      to: { path: '^apps/api/src/config/config[.]ts$' },
    },
    {
      name: 'no-package-at-run-time-in-auth-core',
      severity: 'error',
      from: { path: '^packages/auth-core/src/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'core'] },
    },
    {
      name: 'passwords-are-computed-in-their-queue',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^apps/api/src/people/passwords/passwords[.]ts$' },
      to: { path: '@node-rs/argon2' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '[.]test[.]tsx?$' },
      to: { path: '[.]test[.]tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '(^|/)(dist|reports|test-results|.turbo|.stryker-tmp)/' },
    tsPreCompilationDeps: true,
    // Resolves `@/` of the dashboard. The paths of `apps/dashboard/tsconfig.json` would be read relative to the root.
    tsConfig: { fileName: '.dependency-cruiser.tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
