/** The version of the application, from the package. */
declare const __VERSION__: string;
