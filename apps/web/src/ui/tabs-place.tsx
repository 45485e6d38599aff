/** The place of GroupTabs until their code is there. */
export function TabsPlace() {
  return <div style={{ minHeight: 'calc(var(--target) - 8px)' }} />;
}
