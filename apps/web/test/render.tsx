import { useEffect, type ReactNode } from 'react';
import { render as renderLater, type RenderResult } from 'vitest-browser-react';

/**
 * Renders a component, and waits until it is drawn. The library waits by `act`, which the React for production does not
 * have.
 */
export async function render(element: ReactNode): Promise<RenderResult> {
  let onDrawn = () => {};
  const drawn = () =>
    new Promise<void>((resolve) => {
      onDrawn = resolve;
    });
  function Drawn({ children }: { children: ReactNode }) {
    // Without dependencies, so that it also runs after a rerender.
    useEffect(() => onDrawn());
    return children;
  }
  const first = drawn();
  const result = await renderLater(element, { wrapper: Drawn });
  await first;
  return {
    ...result,
    rerender: async (next) => {
      const again = drawn();
      await result.rerender(next);
      await again;
    },
  };
}
