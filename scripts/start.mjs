// One command from a fresh clone to a usable page: install, build, start.
import { build, checkNode, checkPort, install, refuse } from './prepare.mjs';

checkNode();

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const platform = `${process.platform}-${process.arch}`;
const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
if (!process.env.DATABASE_URL && (!PLATFORMS.includes(platform) || isMusl)) {
  refuse(
    `There is no embedded PostgreSQL for ${platform}${isMusl ? ' without glibc' : ''}: start a PostgreSQL server and name it in DATABASE_URL.`,
  );
}

// Checked before the first start takes minutes; the demo checks again.
await checkPort(Number(process.env.PORT ?? 4300), process.env.HOST ?? 'localhost');
install();
build();

const { startDemo } = await import('../apps/demo/dist/main.js');
await startDemo(process.argv.slice(2));
