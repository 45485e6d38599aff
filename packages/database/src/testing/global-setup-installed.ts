import { setup as setupFrom } from './global-setup.ts';

/** The same on the PostgreSQL that is installed on this machine, which is an older one as a rule. */
export const setup = (project: Parameters<typeof setupFrom>[0]): ReturnType<typeof setupFrom> =>
  setupFrom(project, 'system');
