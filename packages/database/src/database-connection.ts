/** Where a database answers: `host` is a socket folder or a host name. */
export type DatabaseConnection = { host: string; port: number; user: string; database: string };
