import { directFields } from '@refectory/domain/form-customer';
import { fieldProblems } from '@refectory/domain/form-problems';
import type { FormField } from '@refectory/domain/form-field';

import { whyUnusable } from './pattern.ts';
import type { Settings } from './settings.ts';

/** Something in the forms of the settings that does not work as it is meant, by its path. */
export type FormFinding = { readonly path: readonly (string | number)[]; readonly text: string };

type Place = { readonly path: readonly (string | number)[]; readonly fields: readonly FormField[] };

/** The lists of fields that make a form, each as its parts stand in the settings. */
function formsOf({ customerFields, cartFields }: Settings): Place[][] {
  const common: Place = { path: ['customerFields', 'common'], fields: customerFields?.common ?? [] };
  const ofTypes = (['person', 'company'] as const).flatMap((type) =>
    (['registration', 'show', 'update'] as const).map((form): Place[] => [
      common,
      { path: ['customerFields', type, form], fields: customerFields?.[type]?.[form] ?? [] },
    ]),
  );
  return [...ofTypes, [{ path: ['cartFields'], fields: cartFields ?? [] }]];
}

/** What is wrong with the forms of the settings. Every form works nevertheless. */
export function formFindings(settings: Settings): FormFinding[] {
  const findings = formsOf(settings).flatMap((places) => {
    const fields = places.flatMap((place) => place.fields);
    const from = places.flatMap((place) => place.fields.map((_, index) => [...place.path, index]));
    return fieldProblems(fields, {
      languages: settings.languages,
      known: ['type', ...directFields],
      whyUnusable,
    }).map(({ index, entry, text }) => ({ path: [...(from[index] ?? []), entry], text }));
  });
  const ids = new Set(
    formsOf(settings).flatMap((places) => places.flatMap(({ fields }) => fields.map(({ id }) => id))),
  );
  const inGroups = settings.dataGroups.flatMap((group, at) =>
    group.fields.map((id, index) => ({ id, path: ['dataGroups', at, 'fields', index] })),
  );
  const unknown = inGroups
    .filter(({ id }) => settings.customerFields && !ids.has(id))
    .map(({ id, path }) => ({ path, text: `there is no field "${id}"` }));
  // The common fields are part of several forms.
  const said = new Set<string>();
  return [...findings, ...unknown].filter(({ path, text }) => {
    const key = `${path.join('.')} ${text}`;
    return said.size < said.add(key).size;
  });
}
