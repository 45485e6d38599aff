import errors from './errors.json';
import menu from './menu.json';
import orders from './orders.json';
import pages from './pages.json';
import shell from './shell.json';
import toasts from './toasts.json';

/** The texts that every page needs in this language, by area; names with a capital are the specification's. */
export const messages = {
  shell,
  pages,
  menu,
  orders,
  Toasts: toasts,
  Error: errors,
};
