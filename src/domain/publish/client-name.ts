/** told in the `client` tag of what is published (PUB-08) */
export const CLIENT_NAME = 'Nuthatch';
