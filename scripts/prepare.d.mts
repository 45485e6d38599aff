/** Builds web and server unless the last build was made of the same sources. */
export declare function build(): void;
