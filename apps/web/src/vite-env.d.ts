/** The version of the application, from the package. // spec §9 */
declare const __VERSION__: string;
