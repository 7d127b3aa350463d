// dibsd: the composition root.
int main() { return 0; }
