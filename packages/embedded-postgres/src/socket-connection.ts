/** How to reach a database of an embedded server: `host` is the folder of its socket. */
export type SocketConnection = { host: string; port: number; user: string; database: string };
