import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { settingsSchema, type JsonSchema } from '@refectory/contract/settings-schema';
import ts from 'typescript';

// Writes docs/settings.md and config.schema.json: names, types and defaults come from the schema, descriptions from the
// comments of its source.

const SOURCE = 'packages/contract/src/settings.ts';

/** An entry of a configuration with its description; `kind` names a schema that several entries share. */
type Entry = { name: string; about: string; kind?: string | undefined; entries: Entry[] };
type Group = { about: string; entries: Entry[] };

const text = readFileSync(join(import.meta.dirname, '../..', SOURCE), 'utf8');
const source = ts.createSourceFile(SOURCE, text, ts.ScriptTarget.Latest, true);

const constants = new Map<string, { about: string; value: ts.Expression }>();
for (const statement of source.statements) {
  if (!ts.isVariableStatement(statement)) continue;
  for (const { name, initializer } of statement.declarationList.declarations)
    if (ts.isIdentifier(name) && initializer)
      constants.set(name.text, { about: aboutOf(statement), value: initializer });
}

/** The text of a comment, without the section of the specification at its end. */
function aboutOf(node: ts.Node): string {
  const words = ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ');
  return words.replace(/\s*\/\/ spec .*$/, '').replaceAll(/\s+/g, ' ');
}

/** The object literal of a schema expression, and the constant that holds it. */
function objectOf(value: ts.Expression): { object: ts.ObjectLiteralExpression; kind?: string } | undefined {
  if (ts.isIdentifier(value)) {
    const found = constants.get(value.text);
    const inner = found && objectOf(found.value);
    return inner && { ...inner, kind: value.text };
  }
  if (!ts.isCallExpression(value)) return undefined;
  const { expression } = value;
  const [first] = value.arguments;
  if (expression.getText() === 'z.object' && first && ts.isObjectLiteralExpression(first))
    return { object: first };
  const chained = ts.isPropertyAccessExpression(expression) ? objectOf(expression.expression) : undefined;
  return chained ?? (first && objectOf(first));
}

function entriesOf(object: ts.ObjectLiteralExpression): Entry[] {
  return object.properties.filter(ts.isPropertyAssignment).map((property) => {
    const about = aboutOf(property);
    const name = property.name.getText();
    if (about === '') throw new Error(`${SOURCE}: ${name} has no comment`);
    const inner = objectOf(property.initializer);
    return { name, about, kind: inner?.kind, entries: inner ? entriesOf(inner.object) : [] };
  });
}

function groups(): Group[] {
  const settings = constants.get('Settings');
  const object = settings && objectOf(settings.value)?.object;
  if (!object) throw new Error(`${SOURCE} has no Settings`);
  return object.properties.filter(ts.isSpreadAssignment).map(({ expression }) => {
    const group = constants.get(expression.getText());
    if (!group || !ts.isObjectLiteralExpression(group.value))
      throw new Error(`${SOURCE} has no group ${expression.getText()}`);
    return { about: group.about, entries: entriesOf(group.value) };
  });
}

/** The object schema of a schema, also of a list. */
function propertiesOf(schema: JsonSchema, whole: JsonSchema = {}): Record<string, JsonSchema> {
  const referred = whole.$defs?.[schema.$ref?.split('/').at(-1) ?? ''];
  if (referred) return propertiesOf(referred, whole);
  return schema.properties ?? (schema.items ? propertiesOf(schema.items, whole) : {});
}

function describe(schema: JsonSchema, entries: readonly Entry[], whole: JsonSchema): void {
  const properties = propertiesOf(schema, whole);
  for (const { name, about, entries: inner } of entries) {
    const property = properties[name];
    if (!property) throw new Error(`the schema has no ${name}`);
    property.description = about;
    describe(property, inner, whole);
  }
}

/** The schema of `config.json` for editors. */
export function configSchema(): JsonSchema {
  const schema = settingsSchema('ref');
  describe(
    schema,
    groups().flatMap(({ entries }) => entries),
    schema,
  );
  return { title: 'Configuration of Refectory', ...schema };
}

/** The allowed values in words. */
function typeOf(schema: JsonSchema, kind: string | undefined): string {
  if (schema.items) return `list of ${typeOf(schema.items, kind)}`;
  if (kind) return `[${kind}](#${kind.toLowerCase()})`;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (schema.anyOf)
    return schema.anyOf
      .map((choice) => typeOf(choice, undefined))
      .join(' or ')
      .replace('text or object', 'text, also per language');
  const names: Record<string, string> = { string: 'text', boolean: 'yes or no', integer: 'whole number' };
  const types = [schema.type ?? []].flat();
  return types.map((type) => names[type] ?? type).join(' or ') || 'anything';
}

/** A cell of a table, with its bars escaped. */
const cell = (words: string) => words.replaceAll('|', '\\|');

function row(path: string, { about, kind }: Entry, schema: JsonSchema): string {
  const standard =
    schema.default === undefined || schema.properties ? '' : `\`${JSON.stringify(schema.default)}\``;
  return `| \`${path}\` | ${cell(typeOf(schema, kind))} | ${cell(standard)} | ${cell(about)} |`;
}

function rowsOf(prefix: string, entries: readonly Entry[], schema: JsonSchema): string[] {
  const properties = propertiesOf(schema);
  return entries.flatMap((entry) => {
    const property = properties[entry.name] ?? {};
    const path = `${prefix}${entry.name}`;
    const own = row(path, entry, property);
    // A schema that several entries share has a table of its own.
    if (entry.kind) return [own];
    return [own, ...rowsOf(`${path}${property.items ? '[]' : ''}.`, entry.entries, property)];
  });
}

const HEAD = '| entry | what it is | default | meaning |\n| --- | --- | --- | --- |';

/** All entries whose schema has a name, at any depth. */
function shared(entries: readonly Entry[], schema: JsonSchema): Map<string, [Entry, JsonSchema]> {
  const properties = propertiesOf(schema);
  const found = new Map<string, [Entry, JsonSchema]>();
  for (const entry of entries) {
    const property = properties[entry.name] ?? {};
    if (entry.kind) found.set(entry.kind, [entry, property]);
    for (const [kind, value] of shared(entry.entries, property)) found.set(kind, value);
  }
  return found;
}

/** The page about every setting. */
export function settingsPage(): string {
  const schema = settingsSchema('inline');
  const all = groups();
  const parts = all.map(
    ({ about, entries }) =>
      `## ${about.replace(/[:.].*$/, '')}\n\n${HEAD}\n${rowsOf('', entries, schema).join('\n')}`,
  );
  const kinds = shared(
    all.flatMap(({ entries }) => entries),
    schema,
  );
  for (const [kind, [entry, property]] of [...kinds].sort(([one], [other]) => one.localeCompare(other)))
    parts.push(
      `## ${kind}\n\n${constants.get(kind)?.about ?? ''}\n\n${HEAD}\n${rowsOf('', entry.entries, property).join('\n')}`,
    );
  return `${INTRODUCTION}\n\n${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `# Settings

Every entry of \`config.json\`, made by \`npm run docs\` from \`${SOURCE}\`. Three files to begin with stand in [apps/demo/settings](../apps/demo/settings), and in [examples/webcare](examples/webcare) a whole portal of an invented company, with [its configuration](examples/webcare/config.json), its logo and its pages; an editor that is shown [config.schema.json](config.schema.json) knows the entries too. In the folder of the clone, and only there, \`npx refectory check-config FILE\` says what is wrong with a file, where, and what is not as it was meant.

- The server of Refectory reads the file that \`REFECTORY_SETTINGS\` names and puts it into every page. Elsewhere the file is \`config.json\` beside the application, asked for at every start.
- What a file leaves out is as the default below has it, entry by entry; a list is replaced as a whole. Without a file, all of it is as the defaults have it.
- An entry that means nothing is left out and told in the browser's console. \`applicationMode\`, \`apiUrl\` and at least one of the \`languages\` are required: where one of them means nothing, or the file is no JSON, the application says so and does not start.
- A text can be given once for all languages, or for each of them: \`{ "en": "Soup of the day", "cs": "Polévka dne" }\`. Where the reader's language is missing, the English text is taken, and where that is missing too, any of them.
- Texts for a language that is not among the \`languages\` may stay: nobody sees them, and they are there when the language is offered again.

## What belongs to it

**The folder \`files\`** lies beside the configuration. The server sends what is in it at \`/files/\`, also from folders inside it, and to everybody: logo, texts of pages, pictures, documents. Names that begin with a dot are not sent, nor what a symbolic link leads to outside the folder, nor pipes. A file that is replaced is there once the application is opened again; the configuration itself is read at the start of the server.

**A page** needs a \`title\` and a \`pathname\`, under which it is found at \`/pages/{pathname}\`, and its content, as HTML: in the configuration as \`body\`, or in a file that \`bodyUrl\` names. With a \`url\` in place of \`pathname\` and content the entry is a link to another site, in a tab of its own. An entry with neither \`pathname\` nor \`url\` is shown nowhere, a page without content is empty, and of two pages with one pathname the first is shown. In a file, pictures can be named from its own folder, as \`hall.svg\` beside it; links to pages of the application begin with \`/\`, like \`/profile/top-up\`.

**The logo** is drawn 28 px high and at most 128 px wide in the header, and within 20 × 20 px at the foot, so that a square one works best. SVG stays sharp on every screen; PNG and WebP do at 84 px or higher. It stands on light and on dark ground: give it a ground of its own or a colour that can be seen on both. Beside it stands \`theme.name\`, or else \`applicationName\`, which is also in the titles.

**The hue** of \`theme.brandHue\` changes nothing but the hue: lightness and chroma stay, so that texts keep their contrast in the light and in the dark look. A company's exact colour cannot be had by it; its hue is the \`H\` of \`oklch(L C H)\`, which the developer tools of browsers show for any colour.

**The icon in the browser's tab** is the same for every configuration. It comes with the application, from \`apps/web/public/favicon.svg\`: put another file in its place and run \`npm run build\`.`;
