import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { ChoiceGroup } from '#ui/choice-group.tsx';
import { CounterField } from '#ui/counter-field.tsx';
import { Field } from '#ui/field.tsx';
import { CountingNote, ErrorSummary, FormEnd, FormGroup, FormLayout, FormSection } from '#ui/form-layout.tsx';
import { FormSections } from '#ui/form-sections.tsx';
import { InfoField } from '#ui/info-field.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { RuleList } from '#ui/rule-list.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './gallery-screen.module.css';

const choices = [
  { value: 'vegan', label: 'Veganské' },
  { value: 'fish', label: 'Bez ryb a mořských plodů, také bez rybího vývaru' },
];
const rules = ['Alespoň 8 znaků', 'Alespoň jedna číslice', 'Alespoň jedno velké písmeno'];

/** The states that every type of field has. */
const states = [
  { title: 'Prázdné', props: {}, isFilled: false },
  { title: 'Vyplněné', props: { required: true }, isFilled: true },
  { title: 'S nápovědou', props: { hint: 'Jak vám máme říkat' }, isFilled: true },
  { title: 'S chybou', props: { required: true, error: 'Pole je povinný údaj' }, isFilled: false },
  { title: 'Zamčené', props: { disabled: true }, isFilled: true },
] as const;

/** Every type of field in every state, and a form around them. */
export function FormSamples() {
  return (
    <>
      {states.map((state) => (
        <FieldsInState key={state.title} {...state} />
      ))}
      <SampleForm />
    </>
  );
}

function FieldsInState({ title, props, isFilled }: (typeof states)[number]) {
  const [chosen, setChosen] = useState<readonly string[]>(isFilled ? ['vegan'] : []);
  const [amount, setAmount] = useState(isFilled ? 2 : 0);
  const text = (filled: string) => ({ ...props, defaultValue: isFilled ? filled : '' });
  const password = { showLabel: 'Zobrazit heslo', hideLabel: 'Skrýt heslo' };
  return (
    <FormGroup title={title}>
      <div className={styles.grid}>
        <Field label="Text" {...text('Jana')} />
        <Field label="E-mail" type="email" {...text('jana@example.cz')} />
        <Field label="Telefon" type="tel" {...text('+420 123 456 789')} />
        <Field label="Číslo" inputMode="decimal" {...text('12,5')} />
        <Field label="Datum" type="date" {...text('2026-11-24')} />
        <Field label="Den a měsíc" placeholder="dd-MM" {...text('05-03')} />
        <PasswordField label="Heslo" {...password} {...text('tajne')} />
        <TextArea label="Více řádků" {...text('Prosím bez cibule.\nDěkuji')} />
        <Select label="Výběr" options={[{ value: '', label: 'Vyberte' }, ...choices]} {...text('vegan')} />
        <ChoiceGroup
          label="Jedna z možností"
          several={false}
          choices={choices}
          chosen={chosen}
          onChoose={setChosen}
          {...props}
        />
        <ChoiceGroup
          label="Více možností"
          several
          choices={choices}
          chosen={chosen}
          onChoose={setChosen}
          {...props}
        />
        <CheckboxField label="Souhlasím se zpracováním údajů" defaultChecked={isFilled} {...props} />
        <CounterField
          label="Počet"
          lessLabel="Méně"
          moreLabel="Více"
          value={amount}
          onChange={setAmount}
          {...props}
        />
        <InfoField
          text="Objednávky měníme do 14:00 předchozího dne."
          link={'hint' in props && <a href="#help">Jak na to</a>}
        />
      </div>
    </FormGroup>
  );
}

function SampleForm() {
  const password = { showLabel: 'Zobrazit heslo', hideLabel: 'Skrýt heslo', defaultValue: 'tajne' };
  const kept = 'Heslo splňuje všechna pravidla';
  return (
    <FormSections>
      <FormSection title="Kontaktní údaje">
        <FormLayout aria-label="Ukázka">
          <FormGroup>
            <PasswordField
              label="Nové heslo"
              required
              {...password}
              hint={<RuleList rules={rules} broken={undefined} keptText={kept} />}
            />
            <PasswordField
              label="Nové heslo"
              required
              {...password}
              aria-invalid
              hint={<RuleList rules={rules} broken={rules.slice(1)} keptText={kept} />}
            />
            <PasswordField
              label="Nové heslo"
              required
              {...password}
              hint={<RuleList rules={rules} broken={[]} keptText={kept} />}
            />
          </FormGroup>
          <FormEnd
            notes={[
              'Údaje se nepodařilo uložit. Server je nedostupný.',
              <CountingNote key="count">Další zprávu můžete poslat za 42 sekund.</CountingNote>,
            ]}
            summary={
              <ErrorSummary
                title="Ještě je třeba opravit 2 pole"
                fields={['Jméno', 'E-mail'].map((label) => ({
                  key: label,
                  label,
                  onFollow: () => undefined,
                }))}
              />
            }
          >
            <Button type="submit">Uložit</Button>
          </FormEnd>
        </FormLayout>
      </FormSection>
    </FormSections>
  );
}
