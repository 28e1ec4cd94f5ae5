import { expose } from 'comlink';
import { benchPow, minePart } from './pow.bench.ts';

expose({ benchPow, minePart });
