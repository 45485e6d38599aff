import styles from './account-facts.module.css';

/** Something to be known about the account: a label with its value. */
export type AccountFact = { label: string; value: string };

/** A quiet line of labels with their values. */
export function AccountFacts({ facts }: { facts: readonly AccountFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }, index) => (
        // Labels are the canteen's own and may repeat; the list is drawn whole.
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
