import { emptyValue, type FieldValue } from '@refectory/domain/form-field';
import { useController, type Control } from 'react-hook-form';

import { useToday } from '#platform/platform.ts';

import { FieldControl } from './field-control.tsx';
import { stateName, type ScreenField } from './screen-field.ts';

/** What the fields of a form hold, by their names within its state. */
export type FormState = Record<string, FieldValue>;

/** A field that is tied to the state of its form. */
export function ControlledField({
  control,
  field,
  ...others
}: {
  control: Control<FormState>;
  field: ScreenField;
} & Pick<Parameters<typeof FieldControl>[0], 'errors' | 'refusal' | 'enterKey' | 'words'>) {
  const today = useToday();
  const { field: state } = useController({
    control,
    name: stateName(field.id),
    defaultValue: emptyValue(field),
  });
  return (
    <FieldControl
      {...others}
      field={field}
      today={today}
      value={state.value ?? emptyValue(field)}
      focusRef={state.ref}
      onChange={state.onChange}
      onBlur={state.onBlur}
    />
  );
}
