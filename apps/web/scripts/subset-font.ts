// Cuts Figtree down to the letters of the four languages, so that both files stay below 20 KB together.
// Run by hand when a language joins: npx tsx apps/web/scripts/subset-font.ts
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const target = new URL('../src/ui/fonts/', import.meta.url);

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
const punctuation = '\u00a0§°·×«»–—‘’‚“”„•…−€';

// Letters that the font package keeps in its Latin file, and those of its Latin Extended one:
// the unicode-range in base.css has to say the same.
const files = [
  { subset: 'latin', text: `${ascii}${punctuation}ÁÉÍÓÚÝáéíóúýÄÔäôÖÜöüßç` },
  { subset: 'latin-ext', text: 'ČčĎďĚěŇňŘřŠšŤťŮůŽžĄąĆćĘęŁłŃńŚśŹźŻżĹĺĽľŔŕ' },
];

let total = 0;
for (const { subset, text } of files) {
  const source = await readFile(
    require.resolve(`@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`),
  );
  const small = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 720, default: 400 } },
  });
  await writeFile(new URL(`figtree-${subset}.woff2`, target), small);
  total += small.length;
  process.stdout.write(`figtree-${subset}.woff2 ${small.length} bytes\n`);
}

await writeFile(
  new URL('figtree-licence.txt', target),
  await readFile(require.resolve('@fontsource-variable/figtree/LICENSE')),
);
if (total > 20_000) throw new Error(`The two files have ${total} bytes, more than 20,000.`);
