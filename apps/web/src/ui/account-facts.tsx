import styles from './account-facts.module.css';

/** Something to be known about the account: a label with its value. */
export type AccountFact = { label: string; value: string };

/** A quiet line of labels with their values. */
export function AccountFacts({ facts }: { facts: readonly AccountFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }, index) => (
        // The canteen's own labels may repeat, and the list never changes its order: the index is a safe key.
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
