export * from 'simdcast/ort';
export { default } from 'simdcast/ort';
