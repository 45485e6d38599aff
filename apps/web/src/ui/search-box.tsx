import { useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './search-box.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A search field. Every key narrows the result; Enter goes to the page that shows it. */
export function SearchBox({
  label,
  value,
  onChange,
  onSubmit,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
}) {
  const id = useId();
  return (
    <search>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <label htmlFor={id}>
          <VisuallyHidden>{label}</VisuallyHidden>
          <Icon name="search" />
        </label>
        <input
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className={styles.input}
          placeholder={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </form>
    </search>
  );
}
