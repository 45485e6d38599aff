import dialogs from './dialogs.json';
import errors from './errors.json';
import login from './login.json';
import menu from './menu.json';
import notHere from './not-here.json';
import orders from './orders.json';
import pages from './pages.json';
import shell from './shell.json';
import toasts from './toasts.json';

/** Every text of the application in this language, by area; names with a capital are the specification's. */
export const messages = {
  shell,
  pages,
  login,
  menu,
  orders,
  Toasts: toasts,
  Error: errors,
  dialogs,
  notHere,
};
