// What only an order needs that was made; fetched before it is made.
export { isEarlierThan } from './earlier-order.ts';
export { putOnList } from './put-on-list.ts';
export { tellOrdered } from './tell-ordered.ts';
