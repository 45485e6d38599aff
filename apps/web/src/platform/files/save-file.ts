/** Has the browser save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type }));
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
