import type { Messages } from '@refectory/translations/messages';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}
