/** The fragment of the address with which the header opens the login options: what fails there is only logged (LOGIN-21). */
export const HEADER_FLOW = 'header';
