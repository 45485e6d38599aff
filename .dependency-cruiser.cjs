// The architecture as rules; docs/architecture.md says why.
const test = '\\.test\\.tsx?$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'Of a file that is named for its address, Vite alone knows where it is.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?url$' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: test },
      to: { pathNot: '^packages/domain/' },
    },
    {
      name: 'contract-knows-domain-and-parsers',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: test },
      to: { pathNot: '^packages/(contract|domain)/|node_modules/(zod|jsonc-parser|re2js)/' },
    },
    {
      name: 'translations-know-languages-only',
      severity: 'error',
      from: { path: '^packages/translations/', pathNot: test },
      to: { pathNot: '^packages/(translations|domain)/' },
    },
    {
      name: 'database-knows-domain',
      severity: 'error',
      from: { path: '^packages/database/', pathNot: test },
      to: { path: '^(apps|packages/(contract|translations))/' },
    },
    {
      name: 'database-does-not-launch-postgres',
      comment: 'It works with any PostgreSQL; only the cluster of its tests is an embedded one.',
      severity: 'error',
      from: { path: '^packages/database/', pathNot: `${test}|/testing/` },
      to: { path: '^packages/embedded-postgres/' },
    },
    {
      name: 'embedded-postgres-stands-alone',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/embedded-postgres/' },
    },
    {
      name: 'packages-below-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-do-not-import-apps',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/demo/|^apps/web/(test/|.+\\.test\\.tsx?$)' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'web-tests-use-the-test-server-only',
      severity: 'error',
      from: { path: '^apps/web/(test/|.+\\.test\\.tsx?$)' },
      to: { path: '^apps/', pathNot: '^apps/(web|server/src/testing)/' },
    },
    {
      name: 'web-does-not-touch-the-database',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^packages/(database|embedded-postgres)/' },
    },
    {
      name: 'ui-is-presentational',
      severity: 'error',
      from: { path: '^apps/web/src/ui/', pathNot: test },
      to: {
        path: '^apps/web/src/(platform|features|app)/|^packages/(contract|translations)/|node_modules/(@tanstack|use-intl|zustand)/',
      },
    },
    {
      name: 'platform-below-features',
      severity: 'error',
      from: { path: '^apps/web/src/platform/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: test },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'features-are-islands',
      comment:
        'The few real edges are written down here: the menu shows and changes orders, and fills the cart; an order and a row of the cart ask by one dialog what goes with a dish.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/menu/' },
      to: {
        path: '^apps/web/src/features/',
        pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/cart/late-modifiers-dialog'],
      },
    },
    {
      name: 'menu-knows-orders-and-cart',
      severity: 'error',
      from: { path: '^apps/web/src/features/menu/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/(menu|orders|cart)/' },
    },
    {
      name: 'sql-in-queries-only',
      comment: 'The linter holds the other half: nobody else reaches for the pool or the ORM of a database.',
      severity: 'error',
      from: { path: '^apps/(server|payments|demo)/src/', pathNot: `-queries\\.ts$|/testing/|${test}` },
      // By its name alone where it is not installed beside the importer.
      to: { path: '(^|node_modules/)(pg|drizzle-orm)(/|$)' },
    },
    {
      name: 'production-does-not-import-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: `${test}|/testing/` },
      to: { path: `${test}|/testing/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
};
