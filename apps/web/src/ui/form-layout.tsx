import { useId, type ComponentProps, type ReactNode, type Ref } from 'react';

import { ErrorText } from './field-frame.tsx';
import styles from './form-layout.module.css';
import { TextButton } from './text-button.tsx';

/** A form in one column. The browser's own checks are off: they speak its language, and look as it likes. */
export function FormLayout({ children, ...form }: ComponentProps<'form'>) {
  return (
    <form {...form} noValidate className={styles.form}>
      {children}
    </form>
  );
}

/** Fields that belong together, under a heading where they have one. */
export function FormGroup({ title, children }: { title?: string | undefined; children: ReactNode }) {
  if (title === undefined) return <div className={styles.group}>{children}</div>;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>{title}</legend>
      {children}
    </fieldset>
  );
}

/** A form with its heading, in `FormSections`. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** What ends a form: why it was not sent or what it was answered, and the buttons. */
export function FormEnd({
  notes,
  notesRef,
  summary,
  children,
}: {
  notes: readonly ReactNode[];
  /** Where the notes stand, which can take the focus. */
  notesRef?: Ref<HTMLOutputElement> | undefined;
  summary?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.end}>
      {summary}
      {/* It is there before a text is, so that a screen reader hears the text come. */}
      <output ref={notesRef} tabIndex={-1} className={styles.notes}>
        {notes.map((note, index) => (
          // The notes never change their order.
          <ErrorText key={index}>{note}</ErrorText>
        ))}
      </output>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}

/** A note that counts. A screen reader reads it when it comes, and not with every number. */
export function CountingNote({ children }: { children: ReactNode }) {
  return <span role="timer">{children}</span>;
}

/** The fields that are wrong, each a way to it. */
export function ErrorSummary({
  title,
  fields,
}: {
  title: string;
  fields: readonly { key: string; label: string; onFollow: () => void }[];
}) {
  return (
    <section className={styles.summary} aria-label={title}>
      <p>{title}</p>
      <ul>
        {fields.map(({ key, label, onFollow }) => (
          <li key={key}>
            <TextButton onClick={onFollow}>{label}</TextButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
